import { readTypedDate } from '@mms/contracts'
import { formatDate, TextField } from '@mms/ui'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<typeof TextField> {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Stands in place of the date that was understood. */
  hint?: ReactNode
  /** Before the date that was understood. */
  says?: string
}

/**
 * An expiry date as it stands on the pack: 12/27, 1227, 31122027. What was understood stands below while it is typed; the
 * browser's own calendar fills it in, too.
 */
export function ExpiryDateField({ hint, says = 'Expires', ...props }: Props) {
  const date = readTypedDate(props.value)
  const understood = date === null ? undefined : `${says} ${formatDate(date)}`
  return (
    <div style={aroundStyle}>
      <TextField
        inputMode="text"
        autoComplete="off"
        placeholder="MM/YY"
        {...props}
        hint={hint ?? understood}
      />
      <input
        type="date"
        aria-label={`Calendar for ${props.label}`}
        tabIndex={-1}
        style={calendarStyle}
        value={date ?? ''}
        onChange={props.onChange}
      />
    </div>
  )
}

const aroundStyle = { position: 'relative' } as const

/** Of the browser's field its button alone, at the end of the one that is typed into: below the label, which is a line. */
const calendarStyle = {
  position: 'absolute',
  right: '0.5rem',
  top: '1.625rem',
  height: '2.5rem',
  width: '1.5rem',
  border: 0,
  padding: 0,
  overflow: 'hidden',
  background: 'transparent',
  color: 'transparent',
  outline: 'none',
  direction: 'rtl',
} as const
