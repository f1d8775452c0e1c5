import type { NewApp } from '@mms/contracts'
import { CodeField } from '@mms/sdk/second-step'
import { Box, Stack, Text } from '@mms/ui'
import type { ComponentProps } from 'react'
import { encode } from 'uqr'

export function AuthenticatorAppFields({
  app,
  ...field
}: ComponentProps<typeof CodeField> & { app: NewApp }) {
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

/** Dark on light in both colour modes, because some cameras cannot read it inverted. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Box bg="white" borderRadius="lg" overflow="hidden" width="12rem" maxW="full" mx="auto">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={dark.join('')} fill="black" />
      </svg>
    </Box>
  )
}
