import { PasswordField } from '@mms/ui'
import type { ComponentProps } from 'react'

/** Keeps password managers from storing one user's PIN for everyone at the counter. */
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
