import { Box, chakra, Input, VisuallyHidden } from '@chakra-ui/react'
import { X as CloseIcon } from 'lucide-react'
import {
  type ChangeEvent,
  createContext,
  type FocusEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from '../actions/buttons.tsx'
import { controlLook, FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { LiveControl, LiveInput } from './live-input.tsx'
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
  const { label, hint, error, required, disabled, items, text, onOpenChange } = props
  const box = useCombobox({ ...props, onNothing: props.onStatusEnter })
  const { open } = box
  useEffect(() => void onOpenChange?.(open), [open, onOpenChange])
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) box.show(false)
  }
  const listShown = open && items.length > 0
  const input = {
    ref: props.inputRef,
    'aria-expanded': listShown,
    'aria-controls': listShown ? box.id : undefined,
    'aria-activedescendant': listShown && box.active >= 0 ? box.optionId(box.active) : undefined,
    placeholder: props.placeholder,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => box.type(event.target.value),
    onClick: () => box.show(true),
    onKeyDown: box.onKeyDown,
  }
  return (
    <LiveControl value={input}>
      <LiveList value={{ ...props, box } as unknown as ListProps}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only told when the focus leaves what is in it */}
        <div style={around} onBlur={onBlur}>
          <Frame label={label} hint={hint} error={error} required={required} disabled={disabled} />
          {status}
        </div>
      </LiveList>
    </LiveControl>
  )
}

type ListProps = ComboboxFieldProps<unknown> & { box: ReturnType<typeof useCombobox<unknown>> }

/** What changes with each key, for those parts of the frame that show it. */
const LiveList = createContext<ListProps | null>(null)
const useList = () => useContext(LiveList) as ListProps

const around = { position: 'relative', width: '100%' } as const

const Frame = memo((frame: FieldFrameProps) => (
  <FieldFrame {...frame}>
    {(described) => (
      <div style={around}>
        <Input
          asChild
          {...controlLook}
          {...described}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          autoComplete="off"
          spellCheck={false}
          pe="10"
        >
          <LiveInput />
        </Input>
        <Clear />
        <Below />
      </div>
    )}
  </FieldFrame>
))

function Clear() {
  const { text, chosen, clearLabel, box } = useList()
  const latest = useRef(box.clear)
  useLayoutEffect(() => {
    latest.current = box.clear
  })
  const clear = useCallback(() => latest.current(), [])
  return text !== '' || chosen ? <ClearButton label={clearLabel} onClear={clear} /> : null
}

/** Out of the tab order: Escape does the same from the keyboard. */
const ClearButton = memo(({ label, onClear }: { label: string; onClear: () => void }) => (
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
))

/** What is below the field: the matches, or why there are none. */
function Below() {
  const { items, status, box } = useList()
  if (!box.open) return null
  if (items.length > 0) return options
  return status ? <Popup p="3">{status}</Popup> : null
}

function StatusText() {
  const { items, status, box } = useList()
  if (!box.open) return null
  return items.length > 0 ? `${items.length} to choose from` : status
}

function Options() {
  const { items, renderItem, label, note, box } = useList()
  const active = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is active, then it comes into view
  useEffect(() => void active.current?.scrollIntoView?.({ block: 'nearest' }), [box.active])
  return (
    <>
      {note ? (
        <Box px="3" py="2" color="fg.muted">
          {note}
        </Box>
      ) : null}
      <div id={box.id} role="listbox" aria-label={label}>
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys walk and choose
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a place of the list, whose words change with each key
            key={at}
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
    </>
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
      // What changes in it changes nothing around it.
      contain: 'content',
    },
  },
  { defaultProps: { onMouseDown: (event) => event.preventDefault() } },
)

/** Made once: what is in them reads what changes by itself. */
const options = (
  <Popup p="1" css={optionLook}>
    <Options />
  </Popup>
)
const status = (
  <VisuallyHidden role="status">
    <StatusText />
  </VisuallyHidden>
)
