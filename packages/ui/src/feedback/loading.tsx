import { Center, Flex, Skeleton, Spinner, Text } from '@chakra-ui/react'

/** A spinner for a page or panel. Screen readers announce it once. */
export function PageLoader({ text = 'Loading...' }: { text?: string }) {
  return (
    <Center role="status" flexDirection="column" gap="3" py="16" color="fg.muted">
      <Spinner size="lg" color="colorPalette.solid" borderWidth="3px" />
      <Text textStyle="sm">{text}</Text>
    </Center>
  )
}

export function TableSkeleton({ rows = 8, text = 'Loading...' }: { rows?: number; text?: string }) {
  return (
    <Flex role="status" aria-label={text} direction="column" gap="4" py="2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines in a fixed order
        <Skeleton key={row} height="9" borderRadius="md" />
      ))}
    </Flex>
  )
}

export { Skeleton, Spinner }
