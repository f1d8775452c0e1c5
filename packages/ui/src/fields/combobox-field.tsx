import { Box, chakra, Input, VisuallyHidden } from '@chakra-ui/react'
import { X as CloseIcon } from 'lucide-react'
import { type FocusEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { IconButton } from '../actions/buttons.tsx'
import { controlLook, FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { useCombobox } from './use-combobox.ts'

export interface ComboboxFieldProps<Item> extends FieldFrameProps {
  /** What was typed, or the name of the chosen item. */
  text: string
  onText: (text: string) => void
  /** Matches of what was typed, found by the caller; the first is what Enter takes. */
  items: readonly Item[]
  /** Whether `items` are what the typed text finds, and not those of an older text; true unless told. Until it is, Enter is remembered. */
  settled?: boolean | undefined
  /** Whether Enter takes the first of them; true unless told. */
  firstIsMeant?: boolean | undefined
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  chosen: Item | null
  onChoose: (item: Item | null) => void
  /** Stands above the matches: why Enter takes none of them by itself. */
  note?: ReactNode
  /** Shown instead of an empty list and read out: "Searching…", "No medicine found". */
  status?: ReactNode
  /** Enter while `status` is shown. */
  onStatusEnter?: (() => void) | undefined
  /** Called when the list opens and closes, to search only then. */
  onOpenChange?: ((open: boolean) => void) | undefined
  placeholder?: string
  clearLabel: string
  inputRef?: Ref<HTMLInputElement>
}

/**
 * A choice out of too many for a select: what is typed is searched, and the matches appear below.
 *
 * ```tsx
 * <ComboboxField label="Medicine" text={text} onText={setText} items={found} itemKey={({ _id }) => _id}
 *   renderItem={({ name }) => name} chosen={chosen} onChoose={choose} clearLabel="Clear the medicine" />
 * ```
 */
export function ComboboxField<Item>(props: ComboboxFieldProps<Item>) {
  const { label, hint, error, required, disabled, items, text, chosen, onOpenChange } = props
  const box = useCombobox({ ...props, onNothing: props.onStatusEnter })
  const listShown = box.open && items.length > 0
  const { open } = box
  useEffect(() => void onOpenChange?.(open), [open, onOpenChange])
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) box.show(false)
  }
  return (
    <Box position="relative" onBlur={onBlur}>
      <FieldFrame label={label} hint={hint} error={error} required={required} disabled={disabled}>
        {(described) => (
          <Box position="relative" width="full">
            <Input
              {...controlLook}
              {...described}
              ref={props.inputRef}
              role="combobox"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={listShown}
              aria-controls={listShown ? box.id : undefined}
              aria-activedescendant={listShown && box.active >= 0 ? box.optionId(box.active) : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={props.placeholder}
              pe="10"
              value={text}
              onChange={(event) => box.type(event.target.value)}
              onClick={() => box.show(true)}
              onKeyDown={box.onKeyDown}
            />
            {text !== '' || chosen ? <ClearButton label={props.clearLabel} onClear={box.clear} /> : null}
            {listShown ? <Options {...props} box={box} /> : null}
            {box.open && items.length === 0 && props.status ? <Popup p="3">{props.status}</Popup> : null}
          </Box>
        )}
      </FieldFrame>
      <VisuallyHidden role="status">
        {box.open ? (items.length > 0 ? `${items.length} to choose from` : props.status) : ''}
      </VisuallyHidden>
    </Box>
  )
}

/** Out of the tab order: Escape does the same from the keyboard. */
function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <IconButton
      label={label}
      variant="ghost"
      size="xs"
      position="absolute"
      insetEnd="1"
      top="50%"
      transform="translateY(-50%)"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <CloseIcon aria-hidden />
    </IconButton>
  )
}

interface OptionsProps<Item> extends ComboboxFieldProps<Item> {
  box: ReturnType<typeof useCombobox<Item>>
}

function Options<Item>({ items, itemKey, renderItem, label, note, box }: OptionsProps<Item>) {
  const active = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is active, then it comes into view
  useEffect(() => void active.current?.scrollIntoView?.({ block: 'nearest' }), [box.active])
  return (
    <Popup p="1" css={optionLook}>
      {note ? (
        <Box px="3" py="2" color="fg.muted">
          {note}
        </Box>
      ) : null}
      <div id={box.id} role="listbox" aria-label={label}>
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys walk and choose
          <div
            key={itemKey(item)}
            id={box.optionId(at)}
            ref={at === box.active ? active : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={at === box.active}
            onClick={() => box.choose(item)}
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
    </Popup>
  )
}

/** Styled from the list: a style worked out per option would cost more than finding them, at every key. */
const optionLook = {
  '& [role=option]': { px: '3', py: '2', borderRadius: 'md', cursor: 'pointer', textStyle: 'sm' },
  '& [role=option]:hover': { bg: 'bg.muted' },
  '& [role=option][aria-selected=true]': { bg: 'colorPalette.subtle' },
}

/** Pressing in it leaves the focus in the field. */
const Popup = chakra(
  'div',
  {
    base: {
      position: 'absolute',
      zIndex: 'dropdown',
      top: 'calc(100% + 0.25rem)',
      insetInline: '0',
      maxHeight: '20rem',
      overflowY: 'auto',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'lg',
      textStyle: 'sm',
      textAlign: 'start',
    },
  },
  { defaultProps: { onMouseDown: (event) => event.preventDefault() } },
)
