import { TextField } from '@mms/ui'
import type { ComponentProps } from 'react'

/** A field for the six-digit code of an authenticator app. */
export function CodeField(field: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Code from the app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
      {...field}
    />
  )
}
