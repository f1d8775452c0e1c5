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
  /** Calls the owner of the feed. */
  client: ServiceClient
  /** The owner of the feed, e.g. `inventory`; it names the projection in this service. */
  name: string
  /** What is consumed, by names of your own; whatever else is in the feed is passed over. */
  sources: S
  /** The tables that hold nothing but what is received here; emptied before a rebuild is applied, in its transaction. */
  tables: readonly string[]
  /**
   * What things come to, in memory: for sums, whose rebuild need not hold every one of them. Added to `facts` where there are
   * some. Without it `apply` gets everything as it was received.
   */
  fold?: (received: Received<S>, facts?: F) => F
  /**
   * Writes to the tables what was received, in the transaction that moves the cursor: it takes effect once, whatever crashes
   * and however many replicas follow. Touches nothing but `trx`. `isRebuild`: it is all there is, and the tables are empty.
   */
  apply: (facts: F, trx: Trx, context: { isRebuild: boolean }) => Promise<unknown>
  /** Called first in each transaction, where several projections write the same tables: lets one at a time. */
  lock?: (trx: Trx) => Promise<unknown>
  /** By whose days the rows are counted: they are rebuilt when the store moves to another zone. */
  timeZone?: string
  /** Begin with the first event of the feed when there are no rows yet, because its announcements are not in the snapshot. */
  fromFirstEvent?: boolean
  now?: () => Date
  /** Most events of one transaction. */
  batchSize?: number
  /** How long the feed may wait for a first event. */
  pollMs?: number
  /** How long further events may gather before they are read: under load a few large batches cost less. */
  gatherMs?: number
}
