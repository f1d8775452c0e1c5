import type { NewApp } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { CodeField } from '@mms/sdk/second-step'
import { Box, Button, Flex, SimpleGrid, Stack, Text } from '@mms/ui'
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

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    notify.success('Recovery codes copied')
  }
  return (
    <Stack gap="4">
      <Text>
        Each of these codes signs you in once without your phone. They are not shown again: print them, or
        keep them where only you can read them.
      </Text>
      <SimpleGrid as="ul" columns={{ base: 1, sm: 2 }} gapX="6" gapY="1" aria-label="Recovery codes">
        {codes.map((code) => (
          <Text as="li" key={code} fontFamily="mono" listStyleType="none">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Flex gap="3" wrap="wrap" data-screen-only>
        {navigator.clipboard ? (
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            Copy
          </Button>
        ) : null}
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          Print
        </Button>
      </Flex>
    </Stack>
  )
}
