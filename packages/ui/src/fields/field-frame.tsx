import { Field } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

/** Common props of all fields. An error does not hide the hint. */
export interface FieldFrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

interface Props extends FieldFrameProps {
  children: (described: { 'aria-describedby'?: string }) => ReactNode
}

/** Label, hint and error around a control, linked for screen readers. */
export function FieldFrame({ label, hint, error, required, disabled, children }: Props) {
  const id = useId()
  const ids = { helperText: `${id}-hint`, errorText: `${id}-error` }
  // Chakra sets only aria-errormessage, which few screen readers support.
  const described = [hint && ids.helperText, error && ids.errorText].filter(Boolean).join(' ')
  return (
    <Field.Root ids={ids} role="none" invalid={Boolean(error)} required={required} disabled={disabled}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children(described ? { 'aria-describedby': described } : {})}
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  )
}

export const controlLook = {
  bg: 'bg.panel',
  borderColor: 'border.emphasized',
  _invalid: { borderColor: 'border.error' },
}
