/** The entity tag of a row's version: `"7"`. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * Whether an `If-Match` or `If-None-Match` header names this version. A weak tag (`W/"7"`) counts too:
 * a proxy that compresses weakens our tag, and the number in it still names exactly one version.
 *
 * @example if (ifMatch !== undefined && !namesVersion(ifMatch, supplier.version)) throw problem.preconditionFailed(…)
 */
export function namesVersion(header: string, version: number): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

/** A tag for content that may be compressed on its way. */
export function weakEtagOf(version: string): string {
  return `W/"${version}"`
}
