import type { Knex } from 'knex'
import { inTransaction } from '../database/transaction.ts'

const BATCH = 1_000

async function pruneBatch(db: Knex, instant: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const head = await trx('feed_head').where({ id: 1 }).forUpdate().first('pruned_to')
    const oldest: { position: number; time: unknown }[] = await trx('outbox')
      .where('position', '>', head.pruned_to)
      .orderBy('position')
      .limit(BATCH)
      .select('position', 'time')
    const firstKept = oldest.findIndex((row) => new Date(row.time as Date | number) >= instant)
    const position = oldest.slice(0, firstKept === -1 ? undefined : firstKept).at(-1)?.position
    if (position === undefined) return 0
    await trx('feed_head').where({ id: 1 }).update({ pruned_to: position })
    return trx('outbox').where('position', '<=', position).delete()
  })
}

export async function pruneFeed(db: Knex, instant: Date, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (;;) {
    const pruned = await pruneBatch(db, instant)
    total += pruned
    if (pruned < BATCH || signal?.aborted) return total
  }
}
