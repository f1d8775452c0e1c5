import type { NamedStockBatch, QueueState } from '@mms/contracts'
import type { Knex } from 'knex'
import { namedBatches, readNamed } from './store.ts'

/** A batch in the order of dates. */
export type Place = readonly [date: string, id: string]

/** Before any date that a batch can have. */
export const FIRST: Place = ['0001-01-01', '']

/** Batches in stock that come after one, up to a date, by the index of these; what has no date has the last. */
export const queuedAfter = (query: Knex.QueryBuilder, [date, id]: Place, until: string): Knex.QueryBuilder =>
  query.whereBetween('batches.stock_date', [date, until]).where((after) => {
    void after
      .where('batches.stock_date', '>', date)
      .orWhere((same) => void same.where('batches.stock_date', date).where('batches.id', '>', id))
  })

/** Batches of all medicines by what is to be done about them. */
export function createQueueStore(db: Knex) {
  return {
    /** What is in stock and expires after the cursor up to `until`, in the order of its date. */
    listByDate(
      { until, state, today }: { until: string; state: QueueState | undefined; today: string },
      after: Place,
      limit: number,
    ): Promise<NamedStockBatch[]> {
      const query = queuedAfter(namedBatches(db), after, until)
      if (state === 'available') {
        // Most are: they are read in the order of their dates. At its new price a batch is done until it expires.
        query.where('batches.status', state)
        query.where((open) => void open.whereNull('discounted_at').orWhere('batches.stock_date', '<', today))
      } else if (state) query.where('batches.queue_state', state)
      return readNamed(query.orderBy(['batches.stock_date', 'batches.id']).limit(limit))
    },
    /** All that are held, the newest first. */
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
