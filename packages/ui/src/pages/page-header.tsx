import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A page's head with its only `h1`, which takes focus after navigation. */
export function PageHeader({
  title,
  text,
  actions,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Flex as="header" justify="space-between" align="center" gap="4" wrap="wrap" mb="6">
      <Box minW="0" overflowWrap="anywhere">
        <Heading as="h1" tabIndex={-1} size="2xl" letterSpacing="tight">
          {title}
        </Heading>
        {text ? (
          <Text color="fg.muted" mt="1">
            {text}
          </Text>
        ) : null}
      </Box>
      {actions ? (
        <Flex gap="3" wrap="wrap">
          {actions}
        </Flex>
      ) : null}
    </Flex>
  )
}
