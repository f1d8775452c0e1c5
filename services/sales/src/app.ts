import {
  type AppOptions,
  createApp,
  createFeed,
  createJobs,
  type Feed,
  type FeedReader,
  feedRoute,
  maintainFeed,
  pingDatabase,
  type Route,
  type ServiceKey,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { sumUnsummedDays } from './history/count-days.ts'
import { historyRoutes } from './history/routes.ts'
import { createHistory } from './history/service.ts'
import { READERS, snapshotRoute } from './history/snapshot-routes.ts'
import type { Inventory } from './inventory/client.ts'
import { createMedicineFollower } from './medicines/follower.ts'
import { createMedicineLookup } from './medicines/lookup.ts'
import { publishSalesMetrics } from './metrics.ts'
import { createAttempt } from './outcomes/attempt.ts'
import { createSettlement } from './outcomes/settlement.ts'
import { stuckRoutes } from './outcomes/stuck-routes.ts'
import { createSweeper } from './outcomes/sweeper.ts'
import { reconciliationJob } from './reconcile/jobs.ts'
import { createReconciler } from './reconcile/service.ts'
import { recordingRoutes } from './recording/routes.ts'
import { createTransactionService } from './recording/service.ts'
import { createSampleHistory } from './sample-history/jobs.ts'

export interface SalesOptions
  extends Pick<AppOptions, 'log' | 'metrics' | 'lifecycle' | 'verifiers' | 'checkResponses'> {
  db: Knex
  inventory: Inventory
  inventoryUrl: string
  serviceKey: ServiceKey
  timeZone: string
  /** How long one attempt to carry out a transaction may take. */
  leaseMs: number
  sweepIntervalMs: number
  /** How long a replica that reconciles may be silent before another takes over. */
  reconcileLeaseMs: number
}

/** Everything that goes on in this service beside answering requests. */
function createWork(options: SalesOptions) {
  const { db, inventory, leaseMs, reconcileLeaseMs, metrics, ...rest } = options
  const settlement = createSettlement({ db, inventory, ...rest })
  const attempt = createAttempt({ db, settlement, leaseMs, ...rest })
  const sweeper = createSweeper({ db, settlement, leaseMs, ...rest })
  const sampleHistory = createSampleHistory({ db, ...rest })
  const follower = createMedicineFollower({
    db,
    inventory,
    registry: metrics.registry,
    onSampleDataLoaded: sampleHistory.accept,
    ...rest,
  })
  const reconciler = createReconciler({
    ...{ db, inventory, replayPending: sweeper.sweepAll, ...rest },
    leaseMs: reconcileLeaseMs,
  })
  return { settlement, attempt, sweeper, sampleHistory, follower, reconciler }
}

function salesRoutes(
  options: SalesOptions,
  { settlement, attempt }: Pick<ReturnType<typeof createWork>, 'settlement' | 'attempt'>,
  feed: Feed,
): Route[] {
  const { db, log, leaseMs, timeZone } = options
  const findMedicine = createMedicineLookup(db, log)
  return [
    ...stuckRoutes({ db, attempt, findMedicine }),
    ...historyRoutes({ db, history: createHistory({ db, timeZone }), findMedicine }),
    ...recordingRoutes({
      transactions: createTransactionService({ db, settlement, log, leaseMs }),
      findMedicine,
    }),
    feedRoute(feed, READERS),
    snapshotRoute({ db, feed }),
  ]
}

const readiness = (db: Knex, follower: FeedReader) => async () => {
  await pingDatabase(db)
  return { inventoryFeedLagSeconds: Math.round(follower.lagSeconds()) }
}

/** Days that a replica of release 0.1 counted are also summed up when somebody asks for them. */
const SUM_EVERY_MS = 3_600_000

/** Starts what goes on beside requests; the answer ends it, once the lifecycle stops. */
function startJobs(options: SalesOptions, work: ReturnType<typeof createWork>, feed: Feed) {
  const { db, log, metrics, sweepIntervalMs } = options
  const { registry } = metrics
  const { follower, sweeper, sampleHistory, reconciler } = work
  const jobs = createJobs({ ...options, registry })
  follower.start()
  jobs.start({ name: 'sweeper', everyMs: sweepIntervalMs, run: sweeper.sweepAll })
  jobs.start(sampleHistory.job)
  jobs.start({
    name: 'daily-sums',
    everyMs: SUM_EVERY_MS,
    run: () => sumUnsummedDays(db, options.timeZone),
  })
  jobs.start(reconciliationJob(reconciler, options.reconcileLeaseMs))
  maintainFeed({ feed, db, jobs, log, registry })
  return () => Promise.all([follower.stop(), jobs.stopped()])
}

/** The application, which does not listen yet, and its jobs, which do not run yet. */
export function createSales(options: SalesOptions) {
  const { db, metrics } = options
  const work = createWork(options)
  const feed = createFeed({ db, source: 'sales' })
  publishSalesMetrics(metrics, db)
  const app = createApp({
    name: 'sales',
    version: '0.1.0',
    routes: salesRoutes(options, work, feed),
    ready: readiness(db, work.follower),
    ...options,
  })
  const { reconciler, sweeper } = work
  const reconcile = () => reconciler.runNow(options.lifecycle.signal)
  return { app, reconcile, sweeper, start: () => startJobs(options, work, feed) }
}
