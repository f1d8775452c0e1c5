import { Reply } from './route.ts'

/** Formats an ETag: `"7"` for version 7. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** True if the header contains this version. Weak tags (`W/"7"`) match, because compressing proxies create them. */
export function namesVersion(header: string, version: number): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

/** True if `If-Match` is absent or contains this version. */
export const isMatch = (ifMatch: string | undefined, version: number): boolean =>
  ifMatch === undefined || namesVersion(ifMatch, version)

export const replyWithEtag = <Row extends { version: number }>(row: Row, status = 200): Reply<Row> =>
  new Reply(row, { status, headers: { ETag: etagOf(row.version) } })

/** ETag for content that a proxy may compress. */
export function weakEtagOf(version: string): string {
  return `W/"${version}"`
}
