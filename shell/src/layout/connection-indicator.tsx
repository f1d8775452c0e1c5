import { useConnection } from '@mms/sdk'
import { Box, Flex, OfflineIcon, Spinner, Text } from '@mms/ui'

const inTheCorner = {
  position: 'fixed',
  bottom: { base: '3', md: '6' },
  insetStart: { base: '3', md: '6' },
} as const

/** Takes its own space below the navigation, so that it covers no row or button. */
const strip = { position: 'sticky', top: '12', mx: { base: '3', md: '6' }, mt: '3' } as const

export function ConnectionIndicator() {
  const { status, reason } = useConnection()
  if (status === 'connected') return null
  const lost = status === 'disconnected'
  return (
    <Flex
      data-screen-only
      role="status"
      {...(lost ? strip : inTheCorner)}
      zIndex={lost ? 'docked' : 'overlay'}
      maxW={{ md: lost ? undefined : '22rem' }}
      gap="3"
      px="4"
      py="3"
      bg="bg.panel"
      borderWidth="1px"
      borderStartWidth="4px"
      borderStartColor={lost ? 'red.solid' : 'border.emphasized'}
      borderRadius="lg"
      boxShadow="lg"
      // Fade in, so that a quick first answer causes no flash.
      animationName={lost ? undefined : 'fade-in'}
      animationDuration="slow"
      animationDelay={lost ? undefined : '0.6s'}
      animationFillMode="backwards"
    >
      <Box color={lost ? 'fg.error' : 'fg.muted'} pt="0.5">
        {lost ? <OfflineIcon size={18} aria-hidden /> : <Spinner size="sm" />}
      </Box>
      <Box textStyle="sm">
        <Text fontWeight="semibold">{lost ? 'Server disconnected' : 'Checking server connection...'}</Text>
        {lost ? (
          <>
            <Text>{reason}</Text>
            <Text color="fg.muted" mt="1">
              Please ensure the backend server is running on local port 5000.
            </Text>
          </>
        ) : null}
      </Box>
    </Flex>
  )
}
