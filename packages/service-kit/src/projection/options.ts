import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ServiceClient } from '../client/client.ts'
import type { Received, Sources } from './sources.ts'

type Trx = Knex.Transaction

export interface ProjectionOptions<S extends Sources, F> {
  db: Knex
  log: Logger
  registry?: Registry
  client: ServiceClient
  /** Service that publishes the feed, for example `inventory`. Also names the projection. */
  name: string
  sources: S
  /** Tables that contain only received data. A rebuild empties them in its transaction. */
  tables: readonly string[]
  /** Aggregates data in memory, so that a rebuild need not hold every fact. Without it, `apply` gets all data. */
  fold?: (received: Received<S>, facts?: F) => F
  /**
   * Writes received data in the transaction that moves the cursor, so it takes effect once. Must use only `trx`. With
   * `isRebuild`, the data is complete and the tables are empty.
   */
  apply: (facts: F, trx: Trx, context: { isRebuild: boolean }) => Promise<unknown>
  /** Called first in each transaction, to serialise projections that share tables. */
  lock?: (trx: Trx) => Promise<unknown>
  /** Time zone in which days are counted. A change rebuilds the tables. */
  timeZone?: string
  /** Builds an empty projection from events alone, because snapshots contain no announcements. */
  fromFirstEvent?: boolean
  now?: () => Date
  batchSize?: number
  /** Maximum wait for a first event, in ms. */
  pollMs?: number
  /** Pause between reads, in ms. Events gather meanwhile; large batches cost less under load. */
  gatherMs?: number
}
