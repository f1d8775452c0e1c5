import { Button, Flex, RetryIcon, Text } from '@mms/ui'
import { useRegistry } from '../areas/registry.ts'

export function UpdateHint() {
  const { newerBuild, urgent } = useRegistry()
  if (!newerBuild) return null
  return (
    <Flex
      data-screen-only
      role="status"
      justify="center"
      align="center"
      gap="3"
      px="4"
      py="1.5"
      bg="brand.subtle"
      textStyle="sm"
    >
      <Text color="brand.fg">
        {urgent === undefined ? 'A new version is ready.' : `Please reload now: ${urgent}`}
      </Text>
      <Button size="xs" variant="outline" bg="bg.panel" onClick={() => window.location.reload()}>
        <RetryIcon aria-hidden />
        Reload
      </Button>
    </Flex>
  )
}
