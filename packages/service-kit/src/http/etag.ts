import { Reply } from './route.ts'

/** The entity tag of a row's version: `"7"`. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * Whether an `If-Match` or `If-None-Match` header names this version. A weak tag (`W/"7"`) counts too:
 * a proxy that compresses weakens our tag, and the number in it still names exactly one version.
 *
 * @example if (namesVersion(ifNoneMatch, supplier.version)) return Reply.unchanged()
 */
export function namesVersion(header: string, version: number): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

/** Whether what `If-Match` asks for is so: it was not sent, or names this version. */
export const isMatch = (ifMatch: string | undefined, version: number): boolean =>
  ifMatch === undefined || namesVersion(ifMatch, version)

/** A row with the ETag of its version. */
export const tagged = <Row extends { version: number }>(row: Row, status = 200): Reply<Row> =>
  new Reply(row, { status, headers: { ETag: etagOf(row.version) } })

/** A tag for content that may be compressed on its way. */
export function weakEtagOf(version: string): string {
  return `W/"${version}"`
}
