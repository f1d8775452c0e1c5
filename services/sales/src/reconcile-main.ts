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
import type { ReconciliationReport } from './reconcile/comparison.ts'
import { createOutcomes } from './reconcile/service.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

function describeReport(report: ReconciliationReport): string {
  const { medicines, movements, transactions, replayed, pending, resent, mismatches, findings } = report
  const compared = [
    counted(medicines, 'medicine'),
    counted(movements, 'movement'),
    counted(transactions, 'transaction'),
  ]
  const lines = [
    `Compared ${compared.join(', ')}.`,
    `Retried ${counted(replayed, 'pending transaction')}; ${pending} still pending.`,
    ...(resent > 0 ? [`Sent ${counted(resent, 'completed transaction')} again that the ledger lacked.`] : []),
    `Found ${counted(mismatches, 'mismatch', 'mismatches')}.`,
    ...findings.map(({ kind, medicineId, id, detail }) =>
      [kind, `medicine ${medicineId}`, ...(id ? [`id ${id}`] : []), detail].join(' · '),
    ),
    ...(findings.length < mismatches
      ? [`… and ${mismatches - findings.length} more, in the table reconciliation_findings.`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const sayThatItWaits = () =>
  void process.stderr.write('Another reconciliation is running; waiting for it to end …\n')

/** Reconciles once while the services run and prints the findings. Exits with 1 if there are any. */
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
    db,
    inventory,
    timeZone,
    log,
    lifecycle,
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
