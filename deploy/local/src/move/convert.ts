import { isBytes, type Value } from './server.ts'

/** What an embedded database holds in a column; whole numbers are read as `bigint`. */
export type Embedded = null | bigint | number | string | Uint8Array

const FRACTION = 3

/** `2026-11-25 08:30:00.123` of milliseconds since 1970, in UTC. */
const toDateTime = (ms: bigint | number) =>
  new Date(Number(ms))
    .toISOString()
    .slice(0, -1)
    .replace('T', ' ')
    .slice(0, 'YYYY-MM-DD HH:MM:SS.'.length + FRACTION)

/**
 * A value of an embedded database in the form in which a server reads and writes it in a column of this type: an instant
 * is milliseconds in the one, text in the other.
 */
export function toServerValue(value: Embedded, type: string): Value {
  if (value === null) return null
  if (value instanceof Uint8Array) return Buffer.from(value)
  // An embedded database lets text stand there.
  if (isBytes({ type })) return Buffer.from(String(value))
  if (type === 'datetime' && typeof value !== 'string') return toDateTime(value)
  return String(value)
}

/** The same number has two texts: 1e20 and 100000000000000000000. */
export const comparable = (value: Value, type: string): Value =>
  type === 'double' && typeof value === 'string' ? String(Number(value)) : value
