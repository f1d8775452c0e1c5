import { formatInstant, timeZone } from './format.ts'

/** Shows an ISO 8601 instant in the store's time zone. */
export function Instant({ at }: { at: string }) {
  timeZone.use()
  return <time dateTime={at}>{formatInstant(at)}</time>
}
