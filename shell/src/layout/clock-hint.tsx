import { useMinutesAhead } from '@mms/sdk/host'
import { HintStrip } from '../pages/hint-strip.tsx'

export function ClockHint() {
  const minutes = useMinutesAhead()
  if (minutes === 0) return null
  const distance = `${amountOf(Math.abs(minutes))} ${minutes > 0 ? 'ahead' : 'behind'}`
  return (
    <HintStrip
      palette="orange"
      text={`This computer’s clock is ${distance}. The server’s time is used; please correct the clock.`}
    />
  )
}

const HOUR = 60
const DAY = 24 * HOUR

function amountOf(minutes: number): string {
  if (minutes < 2 * HOUR) return `${minutes} minutes`
  if (minutes < 2 * DAY) return `${Math.round(minutes / HOUR)} hours`
  return `${Math.round(minutes / DAY)} days`
}
