import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from '@mms/contracts'
import { isUniqueViolation } from '../database/errors.ts'
import { problem } from '../problems/problem.ts'
import type { RouteRequest } from './route.ts'

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

/** Columns that record who added a row, and from which form. */
export interface AdditionColumns {
  created_by: string
  idempotency_key: string | null
  fingerprint: string
}

type Sent = Pick<RouteRequest<unknown, unknown, unknown, { id: string }>, 'headers' | 'received' | 'caller'>

/** Throws 400 with code `malformed` if the Idempotency-Key is malformed. */
export const additionColumnsOf = (
  { headers, received, caller }: Sent,
  malformed: string,
): AdditionColumns => ({
  created_by: caller.id,
  idempotency_key: idempotencyKeyOf(headers, malformed),
  fingerprint: fingerprintOf(received),
})

interface AddSteps<Row> {
  add: () => Promise<Row>
  /** Finds a row that the same user added with the same key. */
  findAdded: () => Promise<(Row & Pick<AdditionColumns, 'fingerprint'>) | undefined>
  keyReused: () => Error
}

/** Adds a row, or returns the one that an earlier attempt added. Throws `keyReused()` if the contents differ. */
export async function addOnce<Row extends object>(
  { idempotency_key, fingerprint }: AdditionColumns,
  { add, findAdded, keyReused }: AddSteps<Row>,
): Promise<Row> {
  try {
    return await add()
  } catch (error) {
    if (idempotency_key === null || !isUniqueViolation(error)) throw error
    const { fingerprint: stored, ...row } = (await findAdded()) ?? {}
    if (stored === undefined || !isSameFingerprint(stored, fingerprint)) throw keyReused()
    return row as Row
  }
}
