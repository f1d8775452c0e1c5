import { Box, Alert as ChakraAlert } from '@chakra-ui/react'
import { RotateCw as RetryIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/buttons.tsx'

export interface AlertProps {
  status?: 'info' | 'success' | 'warning' | 'error'
  prefix?: string | undefined
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** A message in the page. Screen readers announce warnings and errors. */
export function Alert({ status = 'info', prefix, title, children, actions }: AlertProps) {
  const urgent = status === 'error' || status === 'warning'
  return (
    <ChakraAlert.Root status={status} role={urgent ? 'alert' : 'status'} borderRadius="xl" alignItems="start">
      <ChakraAlert.Indicator />
      {/* Allows breaks in long words, such as a name in the server's message. */}
      <ChakraAlert.Content gap="1" minW="0" overflowWrap="anywhere">
        <ChakraAlert.Title>
          {prefix ? `${prefix} ` : null}
          <Box as="span" fontWeight="semibold">
            {title}
          </Box>
        </ChakraAlert.Title>
        {children ? <ChakraAlert.Description>{children}</ChakraAlert.Description> : null}
        {actions ? (
          <ChakraAlert.Description colorPalette="brand" mt="2" display="flex" gap="3" flexWrap="wrap">
            {actions}
          </ChakraAlert.Description>
        ) : null}
      </ChakraAlert.Content>
    </ChakraAlert.Root>
  )
}

export interface ProblemCardProps {
  title: string
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
}

/** Shown instead of content that failed to load, with the reason and *Try again*. */
export function ProblemCard({ title, children, onRetry, retrying = false }: ProblemCardProps) {
  const retry = onRetry ? (
    <Button
      size="sm"
      variant="outline"
      bg="bg.panel"
      onClick={onRetry}
      loading={retrying}
      loadingText="Trying..."
    >
      <RetryIcon aria-hidden />
      Try again
    </Button>
  ) : null
  return (
    <Alert status="error" title={title} actions={retry}>
      {children}
    </Alert>
  )
}
