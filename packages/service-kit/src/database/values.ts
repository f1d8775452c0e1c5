/** Converts a `datetime` (MySQL `Date`, SQLite ms since 1970) to ISO 8601 UTC. Throws a `TypeError` otherwise. */
export function toInstant(value: unknown): string {
  if (value instanceof Date || typeof value === 'number' || typeof value === 'string') {
    const date = new Date(value)
    if (!Number.isNaN(date.getTime())) return date.toISOString()
  }
  throw new TypeError(`Not an instant: ${JSON.stringify(value)}`)
}
