import { Box, type BoxProps, Flex, Heading, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

export interface CardProps extends Omit<BoxProps, 'title'> {
  title?: string
  text?: ReactNode
  actions?: ReactNode
}

/** A panel. With a `title` it is a named region. */
export function Card({ title, text, actions, children, ...box }: CardProps) {
  const id = useId()
  return (
    <Box
      as={title ? 'section' : 'div'}
      {...(title ? { 'aria-labelledby': id } : {})}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      boxShadow="xs"
      p="4"
      {...box}
    >
      {title ? (
        <Flex justify="space-between" align="start" wrap={{ base: 'wrap', sm: 'nowrap' }} gap="3" mb="4">
          <div>
            <Heading as="h2" id={id} size="md">
              {title}
            </Heading>
            {text ? (
              <Text color="fg.muted" textStyle="sm" mt="1">
                {text}
              </Text>
            ) : null}
          </div>
          {actions}
        </Flex>
      ) : null}
      {children}
    </Box>
  )
}
