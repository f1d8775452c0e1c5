import type { NamedStockBatch, QueueState } from '@mms/contracts'
import type { Knex } from 'knex'
import { namedBatches, readNamed } from './store.ts'

export type Place = readonly [date: string, id: string]

export const FIRST: Place = ['0001-01-01', '']

/** Batches without a date sort last. */
export const queuedAfter = (query: Knex.QueryBuilder, [date, id]: Place, until: string): Knex.QueryBuilder =>
  query.whereBetween('batches.stock_date', [date, until]).where((after) => {
    void after
      .where('batches.stock_date', '>', date)
      .orWhere((same) => void same.where('batches.stock_date', date).where('batches.id', '>', id))
  })

export function inState(query: Knex.QueryBuilder, state: QueueState | undefined, today: string) {
  if (state === 'available') {
    // Batches in most states are many, so they are read by date. A discounted batch is done until it expires.
    query.where('batches.status', state)
    query.where((open) => void open.whereNull('discounted_at').orWhere('batches.stock_date', '<', today))
  } else if (state) query.where('batches.queue_state', state)
  return query
}

export interface Queue {
  until: string
  state: QueueState | undefined
  today: string
}

export function createQueueStore(db: Knex) {
  return {
    listByDate({ until, state, today }: Queue, after: Place, limit: number): Promise<NamedStockBatch[]> {
      const query = inState(queuedAfter(namedBatches(db), after, until), state, today)
      return readNamed(query.orderBy(['batches.stock_date', 'batches.id']).limit(limit))
    },
    listHeld: (limit: number): Promise<NamedStockBatch[]> =>
      readNamed(
        namedBatches(db)
          .whereIn('batches.queue_state', ['quarantined', 'recalled'])
          .orderBy([
            { column: 'batches.held_at', order: 'desc' },
            { column: 'batches.id', order: 'desc' },
          ])
          .limit(limit),
      ),
  }
}
