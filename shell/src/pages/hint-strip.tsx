import { Flex, Text } from '@mms/ui'
import type { ReactNode } from 'react'

interface Props {
  palette: 'brand' | 'orange'
  text: ReactNode
  children?: ReactNode
}

export function HintStrip({ palette, text, children }: Props) {
  return (
    <Flex
      data-screen-only
      role="status"
      justify="center"
      align="center"
      wrap="wrap"
      gap="3"
      px="4"
      py="1.5"
      bg={`${palette}.subtle`}
      textStyle="sm"
    >
      <Text color={`${palette}.fg`} overflowWrap="anywhere">
        {text}
      </Text>
      {children}
    </Flex>
  )
}
