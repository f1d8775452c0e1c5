import { readTypedDate } from '@mms/contracts'
import { Box, formatDate, TextField, useOwnRef } from '@mms/ui'
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** Accepts a pack date (12/27, 1227), a day (31/12/2027) or a calendar click. Converts it on blur and Enter. */
export function DateField({ ref, error, ...props }: ComponentProps<typeof TextField>) {
  const [field, setField] = useOwnRef(ref)
  const [text, setText] = useState('')
  const [isSettled, setSettled] = useState(true)
  // Resetting a form changes the field directly and then renders, so read the field after each render.
  useLayoutEffect(() => setText(field.current?.value ?? ''))
  const date = readTypedDate(text)
  const problem = text.trim() !== '' && date === null ? 'Enter a date such as 31/12/2027' : ''
  useLayoutEffect(() => field.current?.setCustomValidity(problem), [field, problem])
  const completeDate = () => {
    const read = readTypedDate(field.current?.value ?? '')
    if (field.current && read !== null && read !== field.current.value) enterValue(field.current, read)
  }
  // Clicking Save may not move the focus, so there is no blur event.
  const onClick = useEffectEvent(({ target }: Event) => {
    if (target !== field.current) completeDate()
  })
  useEffect(() => {
    const listener = (event: Event) => onClick(event)
    document.addEventListener('click', listener, { capture: true })
    return () => document.removeEventListener('click', listener, { capture: true })
  }, [])
  const isShown = isSettled && date !== null
  return (
    <Box position="relative" width="full">
      <TextField
        autoComplete="off"
        placeholder="DD/MM/YYYY"
        {...props}
        ref={setField}
        error={(isSettled && problem) || error}
        style={isShown ? hidden : room}
        onInput={(event) => {
          setText(event.currentTarget.value)
          props.onInput?.(event)
        }}
        onFocus={(event) => {
          setSettled(false)
          event.currentTarget.select()
          props.onFocus?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            completeDate()
            setSettled(problem !== '')
          }
          props.onKeyDown?.(event)
        }}
        onBlur={(event) => {
          setSettled(true)
          completeDate()
          props.onBlur?.(event)
        }}
      />
      {isShown ? (
        <Box css={shown} aria-hidden>
          {formatDate(date)}
        </Box>
      ) : null}
      <input
        type="date"
        // Hidden from keyboard and screen readers, which use the text field.
        aria-hidden
        tabIndex={-1}
        disabled={props.disabled}
        style={calendar}
        value={date ?? ''}
        onChange={(event) => {
          if (field.current) enterValue(field.current, event.currentTarget.value)
        }}
      />
    </Box>
  )
}

/** Sets a field's value so that React's `onChange` fires. */
export function enterValue(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Space for the calendar button. */
const room = { paddingInlineEnd: '2.25rem' } as const
const hidden = { ...room, color: 'transparent' } as const

const over = { position: 'absolute', top: '1.625rem', height: '2.5rem' } as const

const shown = {
  ...over,
  insetStart: '3',
  display: 'flex',
  alignItems: 'center',
  pointerEvents: 'none',
  textStyle: 'sm',
  whiteSpace: 'nowrap',
}

/** Hides everything but the calendar button of the browser's date field. */
const calendar = {
  ...over,
  right: '0.5rem',
  width: '1.5rem',
  border: 0,
  padding: 0,
  overflow: 'hidden',
  background: 'transparent',
  color: 'transparent',
  outline: 'none',
  direction: 'rtl',
} as const
