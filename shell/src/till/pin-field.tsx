import { PasswordField } from '@mms/ui'
import type { ComponentProps } from 'react'

/** Digits only; no password manager offers to keep it for all people of a till. */
export function PinField(field: Partial<ComponentProps<typeof PasswordField>>) {
  return (
    <PasswordField
      label="PIN"
      inputMode="numeric"
      autoComplete="off"
      minLength={6}
      maxLength={12}
      required
      {...field}
    />
  )
}
