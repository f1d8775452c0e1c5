import { Reply } from './route.ts'

/** `"7"` for version 7. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** True if the header names this version. Weak tags (`W/"7"`) count, because compressing proxies keep the number. */
export function namesVersion(header: string, version: number): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

/** True if `If-Match` is absent or names this version. */
export const isMatch = (ifMatch: string | undefined, version: number): boolean =>
  ifMatch === undefined || namesVersion(ifMatch, version)

export const tagged = <Row extends { version: number }>(row: Row, status = 200): Reply<Row> =>
  new Reply(row, { status, headers: { ETag: etagOf(row.version) } })

/** A tag for content that may be compressed in transit. */
export function weakEtagOf(version: string): string {
  return `W/"${version}"`
}
