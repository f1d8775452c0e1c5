import { useMinutesAhead } from '@mms/sdk/host'
import { Flex, Text } from '@mms/ui'

export function ClockHint() {
  const minutes = useMinutesAhead()
  if (minutes === 0) return null
  return (
    <Flex data-screen-only role="status" justify="center" px="4" py="1.5" bg="orange.subtle" textStyle="sm">
      <Text color="orange.fg">
        This computer’s clock is {amountOf(Math.abs(minutes))} {minutes > 0 ? 'ahead' : 'behind'}. The
        server’s time is used; please correct the clock.
      </Text>
    </Flex>
  )
}

const HOUR = 60
const DAY = 24 * HOUR

function amountOf(minutes: number): string {
  if (minutes < 2 * HOUR) return `${minutes} minutes`
  if (minutes < 2 * DAY) return `${Math.round(minutes / HOUR)} hours`
  return `${Math.round(minutes / DAY)} days`
}
