import type { Knex } from 'knex'
import { announceAppend } from './wake.ts'

/** Something that happened, as the feed tells it: `data` is the whole new state of `subject`. */
export interface OutboxEvent {
  /** `inventory.medicine.changed` */
  type: string
  /** The id of what changed. */
  subject: string
  data: unknown
}

/** Rows of one insert: knex writes it as a compound SELECT for SQLite, which takes 500 at most. */
const INSERT_BATCH = 250

/**
 * Appends events to this service's feed, in the business transaction that made them true.
 * They have no position yet: whoever serves the feed numbers them once they are committed.
 *
 * @example await appendEvents(trx, [{ type: inventoryEvents.medicineChanged, subject: medicine._id, data: medicine }])
 */
export async function appendEvents(trx: Knex.Transaction, events: OutboxEvent[]): Promise<void> {
  if (!trx.isTransaction) throw new TypeError('appendEvents needs the transaction that made the events true')
  if (events.length === 0) return
  const time = new Date()
  const rows = events.map(({ type, subject, data }) => ({ type, subject, data: JSON.stringify(data), time }))
  // Not batchInsert: inside a transaction it opens a savepoint and waits a millisecond.
  for (let from = 0; from < rows.length; from += INSERT_BATCH) {
    await trx('outbox').insert(rows.slice(from, from + INSERT_BATCH))
  }
  void trx.executionPromise.then(announceAppend, () => {})
}
