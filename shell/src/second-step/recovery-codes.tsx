import { notify } from '@mms/sdk'
import { Button, Flex, SimpleGrid, Stack, Text } from '@mms/ui'

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
