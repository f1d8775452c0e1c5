import { useSyncExternalStore } from 'react'
import { formatInstant, timeZone } from './format.ts'

/** An instant (ISO 8601) on a page: date and time as the store's clock shows them. */
export function Instant({ at }: { at: string }) {
  useSyncExternalStore(timeZone.onChange, timeZone.get)
  return <time dateTime={at}>{formatInstant(at)}</time>
}
