import {
  acceptFailpoints,
  createLifecycle,
  createLogger,
  main,
  migrate,
  openDatabase,
  serve,
} from '@mms/service-kit'
import { createIdentity } from './app.ts'
import { loadIdentityConfig } from './config.ts'
import { startPruning } from './jobs.ts'
import { loadKeys } from './keys/load-keys.ts'
import { migrations } from './migrations/index.ts'
import { createHasher } from './passwords/hasher.ts'
import { ensureFirstAdmin } from './users/first-admin.ts'

await main(async () => {
  const config = loadIdentityConfig()
  acceptFailpoints(config.NODE_ENV)
  const log = createLogger({ name: 'identity', level: config.LOG_LEVEL })
  const keys = await loadKeys(config)
  const hasher = await createHasher({ concurrency: config.HASH_CONCURRENCY })
  const db = openDatabase(config.DATABASE_URL, { log })
  await migrate(db, migrations, { log })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  const canAnnounce = process.send !== undefined
  const admin = await ensureFirstAdmin({ db, hasher, email, password, canAnnounce })
  if (admin) process.send?.({ type: 'first-admin', ...admin })
  const lifecycle = createLifecycle()
  const checkResponses = config.NODE_ENV !== 'production'
  const { app, prune, metrics } = createIdentity({
    ...config,
    db,
    log,
    lifecycle,
    keys,
    hasher,
    checkResponses,
  })
  const stopped = startPruning(prune, { log, lifecycle, registry: metrics.registry })
  await serve(app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [stopped, () => db.destroy()],
  })
})
