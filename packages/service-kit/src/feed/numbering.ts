import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { byId } from '../database/by-id.ts'
import { inTransaction } from '../database/transaction.ts'
import { createSharedReads } from '../shared-reads.ts'

/** Small enough that the lock on the head is held for milliseconds. */
export const BATCH = 500
/** Under load many events share one numbering, or its commits would slow down the writers'. */
const SPACING_MS = 10
/**
 * Gives the next positions to committed rows that have none; returns how many.
 *
 * The lock on the head row makes numbering one at a time, so a position becomes visible only after every
 * lower one. The rows are read after that lock, plainly: a locking read would see the same committed
 * rows, but would wait for every business transaction that has appended and not yet committed.
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

/** Numbers a batch, at most 500, and returns how many; those who ask at the same time share one that begins after them. */
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
