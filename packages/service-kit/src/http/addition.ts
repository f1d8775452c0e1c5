import { isUniqueViolation } from '../database/errors.ts'
import { fingerprintOf, idempotencyKeyOf, isSameFingerprint } from './idempotency.ts'
import type { RouteRequest } from './route.ts'

/** Who adds a row from which form, as columns. */
export interface Addition {
  created_by: string
  idempotency_key: string | null
  fingerprint: string
}

type Sent = Pick<RouteRequest<unknown, unknown, unknown, { id: string }>, 'headers' | 'received' | 'caller'>

/** Throws 400 with the code `malformed` if the Idempotency-Key is malformed. */
export const additionOf = ({ headers, received, caller }: Sent, malformed: string): Addition => ({
  created_by: caller.id,
  idempotency_key: idempotencyKeyOf(headers, malformed),
  fingerprint: fingerprintOf(received),
})

interface AddSteps<Row> {
  add: () => Promise<Row>
  /** Finds the row of the same person and key. */
  findAdded: () => Promise<(Row & Pick<Addition, 'fingerprint'>) | undefined>
  keyReused: () => Error
}

/** Adds a row, or finds the one that a retry of the form added. Throws `keyReused()` for other contents. */
export async function addOnce<Row extends object>(
  { idempotency_key, fingerprint }: Addition,
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
