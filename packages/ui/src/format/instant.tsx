import { formatInstant, timeZone } from './format.ts'

export function Instant({ at }: { at: string }) {
  timeZone.use()
  return <time dateTime={at}>{formatInstant(at)}</time>
}
