import { Box, Center, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Card } from '../pages/card.tsx'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

/** Shown on a page or panel without content. Explains what the user can do. */
export function EmptyState({ title, text, icon, actions }: EmptyStateProps) {
  return (
    <Card>
      <Center flexDirection="column" textAlign="center" py={{ base: '8', md: '14' }} gap="4">
        {icon ? (
          <Box bg="colorPalette.subtle" color="colorPalette.fg" p="4" borderRadius="full" aria-hidden>
            {icon}
          </Box>
        ) : null}
        <Heading as="h2" size="lg">
          {title}
        </Heading>
        {text ? (
          <Text color="fg.muted" maxW="md">
            {text}
          </Text>
        ) : null}
        {actions ? (
          <Flex gap="3" wrap="wrap" justify="center" mt="2">
            {actions}
          </Flex>
        ) : null}
      </Center>
    </Card>
  )
}
