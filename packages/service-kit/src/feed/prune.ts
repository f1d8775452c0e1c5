import type { Knex } from 'knex'
import { inTransaction } from '../database/transaction.ts'

const BATCH = 1_000

/** Forgets the oldest events up to the first that is not older than `instant`; at most one batch. */
async function pruneBatch(db: Knex, instant: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const head = await trx('feed_head').where({ id: 1 }).forUpdate().first('pruned_to')
    const oldest: { position: number; time: unknown }[] = await trx('outbox')
      .where('position', '>', head.pruned_to)
      .orderBy('position')
      .limit(BATCH)
      .select('position', 'time')
    const kept = oldest.findIndex((row) => new Date(row.time as Date | number) >= instant)
    const last = oldest.slice(0, kept === -1 ? undefined : kept).at(-1)
    if (!last) return 0
    await trx('feed_head').where({ id: 1 }).update({ pruned_to: last.position })
    return trx('outbox').where('position', '<=', last.position).delete()
  })
}

/** Forgets events older than `instant`, in short transactions until `signal` aborts; returns how many. */
export async function pruneFeed(db: Knex, instant: Date, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (;;) {
    const pruned = await pruneBatch(db, instant)
    total += pruned
    if (pruned < BATCH || signal?.aborted) return total
  }
}
