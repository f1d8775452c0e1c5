import { Button, Flex, RetryIcon, Text } from '@mms/ui'
import { useRegistry } from '../areas/registry.ts'

/** Quietly says that a reload would bring something newer. */
export function UpdateHint() {
  const newerBuild = useRegistry((registry) => registry.newerBuild)
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
      <Text color="brand.fg">A new version is ready.</Text>
      <Button size="xs" variant="outline" bg="bg.panel" onClick={() => window.location.reload()}>
        <RetryIcon aria-hidden />
        Reload
      </Button>
    </Flex>
  )
}
