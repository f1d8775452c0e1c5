import { Input } from '@chakra-ui/react'
import { X as CloseIcon } from 'lucide-react'
import {
  type ChangeEvent,
  type FocusEvent,
  type MouseEvent,
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from '../actions/buttons.tsx'
import { Below, type ListProps, LiveList, spokenStatus, useList } from './combobox-list.tsx'
import { controlLook, FieldFrame, type FieldFrameProps, useOwnRef } from './field-frame.tsx'
import { LiveControl, LiveInput } from './text-field.tsx'
import { type ComboboxFieldProps, useCombobox } from './use-combobox.ts'

/** A text field with a list of matches, for lists that are too long for a select. The caller finds the matches. */
export function ComboboxField<Item>(props: ComboboxFieldProps<Item>) {
  const { label, hint, error, required, disabled, items, text } = props
  const [field, setField] = useOwnRef(props.inputRef)
  const box = useCombobox(props, field)
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) box.show(false)
  }
  const listShown = box.open && items.length > 0
  const input = {
    ref: setField,
    'aria-expanded': listShown,
    'aria-controls': listShown ? box.id : undefined,
    'aria-activedescendant': listShown && box.active >= 0 ? box.optionId(box.active) : undefined,
    placeholder: props.placeholder,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => box.type(event.target.value),
    // Selects the text, so that typing replaces the chosen item.
    onFocus: (event: FocusEvent<HTMLInputElement>) => props.chosen && event.currentTarget.select(),
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      if (props.chosen) event.currentTarget.select()
      box.show(true)
    },
    onKeyDown: box.onKeyDown,
  }
  return (
    <LiveControl value={input}>
      <LiveList value={{ ...props, box } as unknown as ListProps}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus inside */}
        <div style={around} onBlur={onBlur}>
          <Frame label={label} hint={hint} error={error} required={required} disabled={disabled} />
          {spokenStatus}
        </div>
      </LiveList>
    </LiveControl>
  )
}

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
