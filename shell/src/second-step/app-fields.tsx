import type { NewApp } from '@mms/contracts'
import { CodeField } from '@mms/sdk/second-step'
import { Stack, Text } from '@mms/ui'
import type { ComponentProps } from 'react'
import { QrCode } from './qr-code.tsx'

export function AppFields({ app, ...field }: ComponentProps<typeof CodeField> & { app: NewApp }) {
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
