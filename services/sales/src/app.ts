import {
  approvalReader,
  auditJob,
  auditRoute,
  createFeed,
  defineService,
  rehearsalRoute,
  remoteKeys,
  type Service,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { reportRoutes } from './bill-report/routes.ts'
import { billRoutes, voidRoute } from './bills/routes.ts'
import { createBillService } from './bills/service.ts'
import { createBillNumbers } from './bills/store.ts'
import { createVoiding } from './bills/voids.ts'
import { settings } from './config.ts'
import { counterRoutes } from './counters/routes.ts'
import { createCounterService } from './counters/service.ts'
import { drawerRoutes } from './drawers/routes.ts'
import { createDrawerService } from './drawers/service.ts'
import { createHistoryStore } from './history/history-store.ts'
import { feedRoutes, historyRoutes } from './history/routes.ts'
import { createHistory, prepareDailyCounts } from './history/service.ts'
import { createInventoryClient } from './inventory/client.ts'
import { limitRoutes } from './limits/routes.ts'
import { createLimitsService } from './limits/service.ts'
import { projectMedicines } from './medicines/projection.ts'
import { createMedicineLookup } from './medicines/store.ts'
import { publishSalesMetrics } from './metrics.ts'
import { migrations } from './migrations/list.ts'
import { noteRoutes } from './notes/routes.ts'
import { createNoteService } from './notes/service.ts'
import type { SalesOptions } from './options.ts'
import { stuckRoutes } from './outcomes/stuck-routes.ts'
import { moveRoutes } from './payment-moves/routes.ts'
import { createMoveService } from './payment-moves/service.ts'
import { createOutcomes, prepareReconciliation } from './reconcile/service.ts'
import { rehearseSale } from './recording/rehearsal.ts'
import { recordingRoutes } from './recording/routes.ts'
import { createPriceWarnings, createTransactionService } from './recording/service.ts'
import { returnRoutes } from './returns/routes.ts'
import { createReturnService } from './returns/service.ts'
import { createSampleHistory } from './sample-history/jobs.ts'
import { storeSettingsRoutes } from './store-settings/routes.ts'
import { createStoreSettings } from './store-settings/service.ts'

export function createSales(options: SalesOptions) {
  const { db, log, metrics, lifecycle, timeZone } = options
  const { settlement, bills: billSettlement, attempt, sweeper, reconciler } = createOutcomes(options)
  const sampleHistory = createSampleHistory(options)
  const medicines = projectMedicines(options, sampleHistory.accept)
  const findMedicine = createMedicineLookup(db, log)
  const limits = createLimitsService(db)
  const returns = createReturnService(options)
  const addWarnings = createPriceWarnings(limits.recent, findMedicine)
  const transactions = createTransactionService({ ...options, settlement, returns, addWarnings })
  const counters = createCounterService(db, timeZone, createBillNumbers(db).taken)
  const storeSettings = createStoreSettings(db)
  const billing = { ...options, settings: storeSettings }
  const bills = createBillService({ ...billing, settlement: billSettlement })
  const feed = createFeed({ db, source: 'sales' })
  publishSalesMetrics(metrics, db)
  return {
    routes: [
      ...returnRoutes(returns),
      ...limitRoutes(limits),
      ...storeSettingsRoutes(storeSettings),
      ...counterRoutes(counters),
      ...drawerRoutes(createDrawerService(db, timeZone, createBillNumbers)),
      ...reportRoutes(db),
      ...moveRoutes(createMoveService(db, timeZone)),
      ...billRoutes(bills),
      voidRoute(createVoiding(billing)),
      ...noteRoutes(createNoteService({ ...billing, settlement })),
      ...stuckRoutes(db, attempt, findMedicine),
      auditRoute({
        db,
        timeZone,
        path: '/api/transactions/history',
        namesOf: createHistoryStore(db).listNames,
      }),
      ...historyRoutes(db, createHistory(db, timeZone), findMedicine),
      ...recordingRoutes(transactions, findMedicine),
      ...feedRoutes(db, feed),
      rehearsalRoute(db, (trx) => rehearseSale(trx, timeZone)),
    ],
    feed,
    projections: [medicines],
    jobs: [
      { name: 'sweeper', everyMs: options.sweepIntervalMs, run: sweeper.sweepAll },
      { name: 'bills', everyMs: options.sweepIntervalMs, run: billSettlement.sweep },
      sampleHistory.job,
      reconciler.job,
      auditJob(db, log),
    ],
    async prepare() {
      await prepareDailyCounts(db, timeZone)
      await prepareReconciliation(db)
    },
    sweeper,
    reconcile: () => reconciler.runNow(lifecycle.signal),
  } satisfies Service & Record<string, unknown>
}

export const sales = defineService({
  name: 'sales',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, clientOf, ...context }) {
    const client = clientOf(config.INVENTORY_URL)
    const { COMMAND_TIMEOUT_MS: timeoutMs } = config
    return createSales({
      ...context,
      client,
      inventory: createInventoryClient(client, { timeoutMs }),
      readApproval: approvalReader(remoteKeys(config.JWKS_URL)),
      timeZone: config.STORE_TIME_ZONE,
      leaseMs: 2 * timeoutMs,
      sweepIntervalMs: config.SWEEP_INTERVAL_MS,
      reconcileLeaseMs: config.RECONCILE_LEASE_MS,
    })
  },
})
