import {
  acceptFailpoints,
  accessTokenVerifier,
  createFeed,
  createLifecycle,
  createLogger,
  createMetrics,
  main,
  migrate,
  openDatabase,
  pruneFeedRegularly,
  remoteKeys,
  serve,
  serviceTokenVerifier,
} from '@mms/service-kit'
import { createInventoryApp } from './app.ts'
import { readConfig } from './config.ts'
import { forgetOldKeys } from './medicines/jobs.ts'
import { migrations } from './migrations/list.ts'
import { createStoreClock } from './store-clock.ts'

await main(async () => {
  const config = readConfig()
  acceptFailpoints(config.NODE_ENV)
  const log = createLogger({ name: 'inventory', level: config.LOG_LEVEL })
  const db = openDatabase(config.DATABASE_URL, { log })
  await migrate(db, migrations, { log })
  const lifecycle = createLifecycle()
  const app = createInventoryApp({
    db,
    log,
    lifecycle,
    metrics: createMetrics('inventory'),
    verifiers: {
      access: accessTokenVerifier(remoteKeys(config.JWKS_URL)),
      service: serviceTokenVerifier(config.SERVICE_KEY),
    },
    clock: createStoreClock(config.STORE_TIME_ZONE),
    sampleData: config.SAMPLE_DATA === 'on',
    checkResponses: config.NODE_ENV !== 'production',
  })
  void pruneFeedRegularly(createFeed({ db, source: 'inventory' }), { log, signal: lifecycle.signal })
  void forgetOldKeys({ db, log, signal: lifecycle.signal })
  await serve(app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [() => db.destroy()],
  })
})
