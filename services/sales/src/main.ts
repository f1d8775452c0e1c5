import {
  acceptFailpoints,
  createLifecycle,
  createLogger,
  createMetrics,
  loadServiceKeys,
  main,
  migrate,
  openDatabase,
  remoteAccessVerifier,
  serve,
} from '@mms/service-kit'
import { createSales } from './app.ts'
import { readConfig } from './config.ts'
import { countByDaysOf } from './history/count-days.ts'
import { createInventoryClient } from './inventory/client.ts'
import { migrations } from './migrations/list.ts'

await main(async () => {
  const config = readConfig()
  acceptFailpoints(config.NODE_ENV)
  const keys = loadServiceKeys(config)
  const log = createLogger({ name: 'sales', level: config.LOG_LEVEL })
  const db = openDatabase(config.DATABASE_URL, { log })
  await migrate(db, migrations, { log })
  await countByDaysOf(db, config.STORE_TIME_ZONE)
  const lifecycle = createLifecycle()
  const metrics = createMetrics('sales')
  const inventory = createInventoryClient({
    url: config.INVENTORY_URL,
    serviceKey: keys.key,
    timeoutMs: config.COMMAND_TIMEOUT_MS,
  })
  const sales = createSales({
    db,
    log,
    lifecycle,
    inventory,
    inventoryUrl: config.INVENTORY_URL,
    serviceKey: keys.key,
    timeZone: config.STORE_TIME_ZONE,
    leaseMs: 2 * config.COMMAND_TIMEOUT_MS,
    sweepIntervalMs: config.SWEEP_INTERVAL_MS,
    reconcileLeaseMs: config.RECONCILE_LEASE_MS,
    metrics,
    verifiers: {
      access: remoteAccessVerifier({ jwksUrl: config.JWKS_URL, log, registry: metrics.registry }),
      service: keys.verify,
    },
    checkResponses: config.NODE_ENV !== 'production',
  })
  const stopped = sales.start()
  await serve(sales.app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [stopped, inventory.close, () => db.destroy()],
  })
})
