import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createSharedReads } from '../batching/shared-reads.ts'
import { inTransaction } from '../database/transaction.ts'
import { caseById } from '../database/values.ts'
import { problem } from '../problems/problem.ts'

/** Small, so that the lock on the head is held for milliseconds only. */
export const NUMBERING_BATCH_SIZE = 500
/** Minimum pause between batches. Under load, more events share one, and writers are disturbed less. */
const SPACING_MS = 10
/**
 * Numbers committed rows and returns how many. The lock on the head allows one batch at a time. So a position becomes
 * visible after all lower ones. Rows are read without lock, which would wait for open business transactions.
 */
async function numberBatch(db: Knex): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { position } = await trx('feed_head').where({ id: 1 }).forUpdate().first('position')
    const ids: number[] = await trx('outbox')
      .whereNull('position')
      .orderBy('id')
      .limit(NUMBERING_BATCH_SIZE)
      .pluck('id')
    if (ids.length === 0) return 0
    const positions = ids.map((id, index): [number, number] => [id, position + index + 1])
    const numbered = await trx('outbox')
      .whereIn('id', ids)
      .whereNull('position')
      .update({ position: caseById(trx, positions) })
    if (numbered !== ids.length) throw new Error('The feed was numbered without its lock')
    await trx('feed_head')
      .where({ id: 1 })
      .update({ position: position + ids.length })
    return ids.length
  })
}

/** Numbers at most 500 events and returns how many. Simultaneous callers share a batch that starts after them. */
export function createNumbering(db: Knex): () => Promise<number> {
  const share = createSharedReads()
  let notBefore = 0

  const run = async () => {
    const early = notBefore - performance.now()
    if (early > 0) await delay(early)
    const count = await numberBatch(db)
    notBefore = count === NUMBERING_BATCH_SIZE ? 0 : performance.now() + SPACING_MS
    return count
  }
  return () => share('numbering', run)
}

export function hasFeed(db: Knex): Promise<boolean> {
  return db.schema.hasTable('feed_head')
}

/** Makes all readers rebuild. Call it after a restore, before serving: readers may have events that are lost. */
export async function startNewEpoch(db: Knex): Promise<void> {
  await db('feed_head').where({ id: 1 }).update({ epoch: randomUUID() })
}

/** Formatted `<epoch>.<position>`. Positions rise by one, without gaps. */
export interface EventId {
  epoch: string
  position: number
}

export function formatEventId({ epoch, position }: EventId): string {
  return `${epoch}.${position}`
}

/** Parses an event id. Throws 400 `feed.invalid_event_id`. */
export function parseEventId(text: string): EventId {
  const match = /^([\w-]{1,60})\.(\d{1,15})$/.exec(text)
  if (!match) {
    const errors = { lastEventId: 'must be the id of an event of this feed' }
    throw problem.badRequest('feed.invalid_event_id', 'Not the id of an event of this feed', { errors })
  }
  return { epoch: match[1] as string, position: Number(match[2]) }
}
