import type { IncomingHttpHeaders } from 'node:http'
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from '@mms/contracts'
import { problem } from '../problems/problem.ts'

/** Idempotency-Key of a request; null if absent. Throws 400 with `code` if malformed. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders, code: string): string | null {
  const given = headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
  if (given === undefined) return null
  const key = idempotencyKeySchema.safeParse(given)
  if (key.success) return key.data
  const errors = { [IDEMPOTENCY_KEY_HEADER]: key.error.issues[0]?.message ?? 'is malformed' }
  throw problem.badRequest(code, 'The Idempotency-Key is malformed', { errors })
}
