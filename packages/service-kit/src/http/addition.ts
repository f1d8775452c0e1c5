import { isUniqueViolation } from '../database/errors.ts'
import { fingerprintOf, idempotencyKeyOf, isSameFingerprint } from './idempotency.ts'
import type { RouteRequest } from './route.ts'

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
