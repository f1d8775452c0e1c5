import { hash } from 'node:crypto'
import { problem } from '../errors.ts'

/** The algorithm of `fingerprintOf`. Version 1 was each service's own, on the body as its schema had made it. */
const VERSION = 2

/**
 * A JSON value as one text, whatever the order of its keys and the space between them (RFC 8785). Numbers
 * and text are as `JSON.parse` read them: `1`, `1.0` and `1e0` are one number, `"1"` is none.
 *
 * @example canonicalJson({ b: [1.0], a: 'x' }) // '{"a":"x","b":[1]}'
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = value as Record<string, unknown>
  const members = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
  return `{${members.join()}}`
}

/**
 * The fingerprint of what a caller sent: whether a request is a retry or another one under the same key. Hand it
 * `received` of the request, never the body that a schema has made of it: a release that adds a default
 * must know the retries of the one before. It begins with the version of its algorithm.
 *
 * @example fingerprintOf('/api/transactions', received) // '2:Y0y5…'
 */
export function fingerprintOf(...sent: unknown[]): string {
  return `${VERSION}:${hash('sha256', canonicalJson(sent), 'base64url')}`
}

/**
 * Whether a stored fingerprint and one just made are of the same request. Throws 503 when the stored one is
 * of a version that this release cannot make: a newer replica can answer it.
 */
export function isSameFingerprint(stored: string, made: string): boolean {
  if (stored.startsWith(`${VERSION}:`)) return stored === made
  throw problem.unavailable('request.newer_fingerprint', 'Please try again')
}
