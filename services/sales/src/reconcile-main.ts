import {
  createLifecycle,
  createLogger,
  createServiceClient,
  loadServiceKeys,
  main,
  migrate,
  openDatabase,
  StartupError,
} from '@mms/service-kit'
import { readReconcileConfig } from './config.ts'
import { createInventoryClient } from './inventory/client.ts'
import { migrations } from './migrations/list.ts'
import { createOutcomes } from './reconcile/service.ts'
import { describeReport } from './reconcile/words.ts'

const sayThatItWaits = () =>
  void process.stderr.write('A reconciliation is under way in another process; waiting for its end …\n')

/** Reconciles once while the services run and prints the findings; exit code 1 if there are any. */
await main(async () => {
  const config = readReconcileConfig()
  const { STORE_TIME_ZONE: timeZone, COMMAND_TIMEOUT_MS: timeoutMs } = config
  const log = createLogger({ name: 'reconcile', level: 'silent' })
  const db = openDatabase(config.DATABASE_URL)
  await migrate(db, migrations, { log })
  const { key } = loadServiceKeys(config)
  const client = createServiceClient({ name: 'sales', key, url: config.INVENTORY_URL })
  const inventory = createInventoryClient(client, { timeoutMs })
  const lifecycle = createLifecycle()
  const { reconciler } = createOutcomes({
    ...{ db, inventory, timeZone, log, lifecycle },
    leaseMs: 2 * timeoutMs,
    reconcileLeaseMs: config.RECONCILE_LEASE_MS,
  })
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, lifecycle.stop)
  const report = await reconciler.runNow(lifecycle.signal, sayThatItWaits).catch((cause: Error) => {
    if (lifecycle.stopping) throw new StartupError('Stopped before the end.', { cause })
    throw new StartupError(`Inventory at ${config.INVENTORY_URL} cannot be read: ${cause.message}.`, {
      cause,
    })
  })
  process.stdout.write(describeReport(report))
  await client.close()
  await db.destroy()
  process.exitCode = report.mismatches === 0 ? 0 : 1
})
