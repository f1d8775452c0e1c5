import { Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Head of a page, with its only `h1`. That takes the focus after navigation. */
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
    <Flex as="header" align="center" columnGap="6" rowGap="2" wrap="wrap" mb={{ base: '6', md: '3' }}>
      <Flex minW="0" overflowWrap="anywhere" wrap="wrap" align="baseline" columnGap="3">
        <Heading as="h1" tabIndex={-1} size="xl" letterSpacing="tight">
          {title}
        </Heading>
        {text ? (
          <Text color="fg.muted" textStyle="sm">
            {text}
          </Text>
        ) : null}
      </Flex>
      {actions ? (
        <Flex gap="3" wrap="wrap" flex="auto" justify="flex-end">
          {actions}
        </Flex>
      ) : null}
    </Flex>
  )
}
