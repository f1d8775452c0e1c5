import {
  acceptFailpoints,
  createFeed,
  createJobs,
  createLifecycle,
  createLogger,
  createMetrics,
  loadServiceKeys,
  main,
  maintainFeed,
  migrate,
  openDatabase,
  remoteAccessVerifier,
  serve,
} from '@mms/service-kit'
import { createInventoryApp } from './app.ts'
import { readConfig } from './config.ts'
import { forgetOldKeys } from './medicines/jobs.ts'
import { migrations } from './migrations/list.ts'
import { createStoreClock } from './store-clock.ts'

await main(async () => {
  const config = readConfig()
  acceptFailpoints(config.NODE_ENV)
  const keys = loadServiceKeys(config)
  const log = createLogger({ name: 'inventory', level: config.LOG_LEVEL })
  const db = openDatabase(config.DATABASE_URL, { log })
  await migrate(db, migrations, { log })
  const lifecycle = createLifecycle()
  const metrics = createMetrics('inventory')
  const app = createInventoryApp({
    db,
    log,
    lifecycle,
    metrics,
    verifiers: {
      access: remoteAccessVerifier({ jwksUrl: config.JWKS_URL, log, registry: metrics.registry }),
      service: keys.verify,
    },
    clock: createStoreClock(config.STORE_TIME_ZONE),
    sampleData: config.SAMPLE_DATA === 'on',
    checkResponses: config.NODE_ENV !== 'production',
  })
  const { registry } = metrics
  const jobs = createJobs({ log, lifecycle, registry })
  maintainFeed({ feed: createFeed({ db, source: 'inventory' }), db, jobs, log, registry })
  jobs.start(forgetOldKeys(db))
  await serve(app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [jobs.stopped, () => db.destroy()],
  })
})
