import { Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What every field has around its control. `error` replaces nothing: the hint stays readable beside it. */
export interface FieldFrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

/**
 * Label, hint and error around one control, tied to it by `for`, `aria-describedby` and `aria-invalid`.
 * The control inside must be one of Chakra's (Input, NativeSelect), which read the field's context.
 */
export function FieldFrame({
  label,
  hint,
  error,
  required,
  disabled,
  children,
}: FieldFrameProps & { children: ReactNode }) {
  return (
    <Field.Root invalid={Boolean(error)} required={required} disabled={disabled}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children}
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  )
}
