import { SimpleGrid, Skeleton, Stack } from '@mms/ui'

/** Grey panels where the page's own will be. */
export function ClimateSkeleton() {
  return (
    <Stack gap="6" role="status" aria-label="Loading climate predictions...">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        <Skeleton height="36" borderRadius="xl" />
        <Skeleton height="36" borderRadius="xl" />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
        <Skeleton height="sm" borderRadius="xl" />
        <Skeleton height="sm" borderRadius="xl" />
      </SimpleGrid>
      <Skeleton height="xs" borderRadius="xl" />
    </Stack>
  )
}
