/**
 * Converts a `datetime` value to ISO 8601 UTC: MySQL returns a `Date`, SQLite milliseconds since 1970. Throws a
 * `TypeError` for anything else.
 *
 * @example toInstant(row.created_at) // '2026-11-20T13:31:55.123Z'
 */
export function toInstant(value: unknown): string {
  if (value instanceof Date || typeof value === 'number' || typeof value === 'string') {
    const date = new Date(value)
    if (!Number.isNaN(date.getTime())) return date.toISOString()
  }
  throw new TypeError(`Not an instant: ${JSON.stringify(value)}`)
}
