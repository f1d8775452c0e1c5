import type { NewApp } from '@mms/contracts'
import { Stack, Text, TextField } from '@mms/ui'
import type { ComponentProps } from 'react'
import { QrCode } from './qr-code.tsx'

type FieldProps = Partial<ComponentProps<typeof TextField>>

/** The six digits that an authenticator app shows. */
export function CodeField(field: FieldProps) {
  return (
    <TextField
      label="Code of the app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
      {...field}
    />
  )
}

/** What an app needs to be set up, and its first code. */
export function AppFields({ app, ...field }: FieldProps & { app: NewApp }) {
  return (
    <Stack gap="4">
      <Text>Scan this with an authenticator app on your phone, then enter the six digits it shows.</Text>
      <QrCode text={app.address} label="QR code for an authenticator app" />
      <Text color="fg.muted" textStyle="sm" textAlign="center">
        Or type this key into the app:
        <br />
        <Text as="code" fontFamily="mono" overflowWrap="anywhere">
          {app.secret.replace(/.{4}(?=.)/g, '$& ')}
        </Text>
      </Text>
      <CodeField {...field} />
    </Stack>
  )
}
