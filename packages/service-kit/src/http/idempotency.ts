import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from '@mms/contracts'
import { problem } from '../problems/problem.ts'

/** Version of the algorithm. In version 1 each service hashed the parsed body itself. */
const VERSION = 2

/** Canonical JSON (RFC 8785): key order and spaces do not matter. `1`, `1.0` and `1e0` are equal; `"1"` differs. */
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
 * Distinguishes a retry from another request with the same key. Pass the `received` body, not the parsed one, because a
 * new default would change it. Begins with the algorithm's version.
 */
export function fingerprintOf(...sent: unknown[]): string {
  return `${VERSION}:${hash('sha256', canonicalJson(sent), 'base64url')}`
}

/** Throws 503 if a newer replica made the stored fingerprint. That replica can compare it. */
export function isSameFingerprint(stored: string, made: string): boolean {
  if (stored.startsWith(`${VERSION}:`)) return stored === made
  throw problem.unavailable('request.newer_fingerprint', 'Please try again')
}

/** Reads the Idempotency-Key of a request. Null if absent; throws 400 with `code` if malformed. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders, code: string): string | null {
  const given = headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
  if (given === undefined) return null
  const key = idempotencyKeySchema.safeParse(given)
  if (key.success) return key.data
  const errors = { [IDEMPOTENCY_KEY_HEADER]: key.error.issues[0]?.message ?? 'is malformed' }
  throw problem.badRequest(code, 'The Idempotency-Key is malformed', { errors })
}
