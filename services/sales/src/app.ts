import {
  type AppOptions,
  createApp,
  createFeed,
  type FeedReader,
  feedRoute,
  pingDatabase,
  type Route,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Inventory } from './inventory/client.ts'
import { createMedicineFollower } from './medicines/follower.ts'
import { createMedicineLookup } from './medicines/lookup.ts'
import { publishSalesMetrics } from './metrics.ts'
import { reconcileNightly } from './reconcile/jobs.ts'
import { createReconciler } from './reconcile/service.ts'
import { createSampleJob } from './sample/jobs.ts'
import { createHistory } from './transactions/history.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { createTransactionService } from './transactions/service.ts'
import { createSettlement } from './transactions/settlement.ts'
import { snapshotRoute } from './transactions/snapshot.ts'
import { createSweeper } from './transactions/sweeper.ts'

export interface SalesOptions
  extends Pick<AppOptions, 'log' | 'metrics' | 'lifecycle' | 'verifiers' | 'checkResponses'> {
  db: Knex
  inventory: Inventory
  inventoryUrl: string
  serviceKey: string
  timeZone: string
  /** How long one attempt to carry out a transaction may take. */
  leaseMs: number
  sweepIntervalMs: number
}

/** Everything that goes on in this service beside answering requests. */
function createJobs(options: SalesOptions) {
  const { db, inventory, leaseMs, sweepIntervalMs: intervalMs, metrics, ...rest } = options
  const settlement = createSettlement({ db, inventory, ...rest })
  const sweeper = createSweeper({ db, settlement, leaseMs, intervalMs, ...rest })
  const sample = createSampleJob({ db, ...rest })
  const follower = createMedicineFollower({
    db,
    inventory,
    registry: metrics.registry,
    onSampleDataLoaded: sample.accept,
    ...rest,
  })
  const reconcile = createReconciler({ db, inventory, replayPending: sweeper.sweepAll, ...rest })
  return { settlement, sweeper, sample, follower, reconcile }
}

function salesRoutes(
  options: SalesOptions,
  { settlement }: Pick<ReturnType<typeof createJobs>, 'settlement'>,
): Route[] {
  const { db, log, leaseMs, timeZone } = options
  const feed = createFeed({ db, source: 'sales' })
  return [
    ...transactionRoutes({
      transactions: createTransactionService({ db, settlement, log, leaseMs }),
      history: createHistory({ db, timeZone }),
      findMedicine: createMedicineLookup(db, log),
    }),
    feedRoute(feed),
    snapshotRoute({ db, feed }),
  ]
}

const readiness = (db: Knex, follower: FeedReader) => async () => {
  await pingDatabase(db)
  return { inventoryFeedLagSeconds: Math.round(follower.lagSeconds()) }
}

/** The application, which does not listen yet, and its jobs, which do not run yet. */
export function createSales(options: SalesOptions) {
  const jobs = createJobs(options)
  const { sweeper, sample, follower, reconcile } = jobs
  publishSalesMetrics(options.metrics, options.db)
  const app = createApp({
    name: 'sales',
    version: '0.1.0',
    routes: salesRoutes(options, jobs),
    ready: readiness(options.db, follower),
    ...options,
  })
  return {
    app,
    reconcile,
    sweeper,
    /** Starts the jobs; the answer ends them, once the lifecycle stops. */
    start(): () => Promise<unknown> {
      follower.start()
      const running = [sweeper.run(), sample.run(), reconcileNightly({ ...options, reconcile })]
      return () => Promise.all([follower.stop(), ...running])
    },
  }
}
