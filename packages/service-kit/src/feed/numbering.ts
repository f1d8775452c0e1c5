import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createSharedReads } from '../batching/shared-reads.ts'
import { byId } from '../database/by-id.ts'
import { inTransaction } from '../database/transaction.ts'

/** Small enough that the lock on the head is held for milliseconds. */
export const BATCH = 500
/** Under load many events share one numbering; separate commits would slow the writers. */
const SPACING_MS = 10
/**
 * Numbers committed rows and returns how many. The lock on the head allows one numbering at a time, so a position
 * becomes visible only after every lower one. The read takes no lock, or it would wait for every open business
 * transaction.
 */
async function numberBatch(db: Knex): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { position } = await trx('feed_head').where({ id: 1 }).forUpdate().first('position')
    const ids: number[] = await trx('outbox').whereNull('position').orderBy('id').limit(BATCH).pluck('id')
    if (ids.length === 0) return 0
    const positions = ids.map((id, index): [number, number] => [id, position + index + 1])
    const numbered = await trx('outbox')
      .whereIn('id', ids)
      .whereNull('position')
      .update({ position: byId(trx, positions) })
    if (numbered !== ids.length) throw new Error('The feed was numbered without its lock')
    await trx('feed_head')
      .where({ id: 1 })
      .update({ position: position + ids.length })
    return ids.length
  })
}

/** Numbers at most 500 events and returns how many; simultaneous callers share a batch that starts after them. */
export function createNumbering(db: Knex): () => Promise<number> {
  const share = createSharedReads()
  let notBefore = 0

  const run = async () => {
    const early = notBefore - performance.now()
    if (early > 0) await delay(early)
    const count = await numberBatch(db)
    notBefore = count === BATCH ? 0 : performance.now() + SPACING_MS
    return count
  }
  return () => share('numbering', run)
}
