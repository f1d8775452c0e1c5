import type { Knex } from 'knex'
import { chunksOf } from '../database/sums.ts'
import { currentTrace } from '../telemetry/tracing.ts'
import { announceAppend } from './wake.ts'

/** `data` is the whole new state of `subject`. */
export interface OutboxEvent {
  type: string
  subject: string
  data: unknown
}

/** Appends events to the feed in the business transaction that caused them; they are numbered after the commit. */
export async function appendEvents(trx: Knex.Transaction, events: OutboxEvent[]): Promise<void> {
  if (!trx.isTransaction) throw new TypeError('appendEvents needs the transaction that made the events true')
  if (events.length === 0) return
  const time = new Date()
  const traceparent = currentTrace() ?? null
  const rows = events.map(({ type, subject, data }) => ({
    type,
    subject,
    data: JSON.stringify(data),
    time,
    traceparent,
  }))
  // Not batchInsert: inside a transaction it opens a savepoint and waits a millisecond.
  for (const chunk of chunksOf(rows)) await trx('outbox').insert(chunk)
  void trx.executionPromise.then(announceAppend, () => {})
}
