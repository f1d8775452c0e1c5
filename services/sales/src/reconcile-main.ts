import {
  createLifecycle,
  createLogger,
  loadServiceKeys,
  main,
  migrate,
  openDatabase,
  StartupError,
} from '@mms/service-kit'
import { readReconcileConfig } from './config.ts'
import { createInventoryClient } from './inventory/client.ts'
import { migrations } from './migrations/list.ts'
import { createReconciler } from './reconcile/service.ts'
import { describeReport } from './reconcile/words.ts'
import { createSettlement } from './transactions/settlement.ts'
import { createSweeper } from './transactions/sweeper.ts'

/** Reconciles once, while the services run, and tells what it found; exit code 1 when that is anything. */
await main(async () => {
  const config = readReconcileConfig()
  const { STORE_TIME_ZONE: timeZone, COMMAND_TIMEOUT_MS: timeoutMs } = config
  const log = createLogger({ name: 'reconcile', level: 'silent' })
  const db = openDatabase(config.DATABASE_URL)
  await migrate(db, migrations, { log })
  const inventory = createInventoryClient({
    url: config.INVENTORY_URL,
    serviceKey: loadServiceKeys(config).key,
    timeoutMs,
  })
  const lifecycle = createLifecycle()
  const settlement = createSettlement({ db, inventory, timeZone, log })
  const sweeper = createSweeper({ db, settlement, log, lifecycle, leaseMs: 2 * timeoutMs })
  const reconcile = createReconciler({ db, inventory, replayPending: sweeper.sweepAll, log })
  const report = await reconcile().catch((cause: Error) => {
    throw new StartupError(`Inventory at ${config.INVENTORY_URL} cannot be read: ${cause.message}.`, {
      cause,
    })
  })
  process.stdout.write(describeReport(report))
  await inventory.close()
  await db.destroy()
  process.exitCode = report.mismatches === 0 ? 0 : 1
})
