import { Field } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

/** What every field has around its control. `error` replaces nothing: the hint stays readable beside it. */
export interface FieldFrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

interface Props extends FieldFrameProps {
  /** Draws the control, one of Chakra's (Input, NativeSelect), which read the field's context. */
  children: (described: { 'aria-describedby'?: string }) => ReactNode
}

/** Label, hint and error around one control, tied to it by `for`, `aria-describedby` and `aria-invalid`. */
export function FieldFrame({ label, hint, error, required, disabled, children }: Props) {
  const id = useId()
  const ids = { helperText: `${id}-hint`, errorText: `${id}-error` }
  // Chakra names the error in aria-errormessage only, which few screen readers read
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

/** How every control looks. */
export const controlLook = {
  bg: 'bg.panel',
  borderColor: 'border.emphasized',
  _invalid: { borderColor: 'border.error' },
}
