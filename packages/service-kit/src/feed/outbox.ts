import { EventEmitter } from 'node:events'
import type { Knex } from 'knex'
import { chunksOf } from '../database/sums.ts'
import { currentTrace } from '../telemetry/tracing.ts'

const appends = new EventEmitter().setMaxListeners(0)
let count = 0

/** `data` is the complete new state of `subject`. */
export interface OutboxEvent {
  type: string
  subject: string
  data: unknown
}

/** Appends events to the feed in the business transaction that caused them. They are numbered after the commit. */
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
  // Inside a transaction, batchInsert would open a savepoint and wait a millisecond.
  for (const chunk of chunksOf(rows)) await trx('outbox').insert(chunk)
  void trx.executionPromise.then(announceAppend, () => {})
}

/** Wakes readers that wait in this process, after a commit with events. */
function announceAppend(): void {
  count += 1
  appends.emit('append')
}

export function countAppends(): number {
  return count
}

/** Waits until this process appends an event, at most `ms`. */
export function waitForAppend(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      appends.off('append', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    appends.once('append', done)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
}
