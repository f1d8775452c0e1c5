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
  /** Owner of the feed, e.g. `inventory`; names the projection in this service. */
  name: string
  sources: S
  /** Tables that hold only received data; emptied in the transaction of a rebuild. */
  tables: readonly string[]
  /** Aggregates in memory, so that rebuilt sums need not hold every fact. Without it `apply` gets everything. */
  fold?: (received: Received<S>, facts?: F) => F
  /**
   * Writes received data in the transaction that moves the cursor, so it takes effect once. Touches nothing but `trx`.
   * With `isRebuild` the data is complete and the tables are empty.
   */
  apply: (facts: F, trx: Trx, context: { isRebuild: boolean }) => Promise<unknown>
  /** Called first in each transaction, to serialise projections that share tables. */
  lock?: (trx: Trx) => Promise<unknown>
  /** Time zone of the counted days; a change rebuilds the rows. */
  timeZone?: string
  /** Starts an empty projection at the first event, because snapshots hold no announcements. */
  fromFirstEvent?: boolean
  now?: () => Date
  batchSize?: number
  /** How long the feed may wait for a first event, in ms. */
  pollMs?: number
  /** How long events may gather before a read, in ms: large batches cost less under load. */
  gatherMs?: number
}
