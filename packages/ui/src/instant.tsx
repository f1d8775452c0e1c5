import { formatInstant, timeZone } from './format.ts'

/** An instant (ISO 8601) on a page: date and time as the store's clock shows them. */
export function Instant({ at }: { at: string }) {
  timeZone.use()
  return <time dateTime={at}>{formatInstant(at)}</time>
}
