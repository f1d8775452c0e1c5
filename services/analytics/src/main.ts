import {
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
import { createAnalytics } from './app.ts'
import { createWeatherObserver, noObserver } from './conditions/weather-client.ts'
import { readConfig } from './config.ts'
import { countByDaysOf } from './facts/calendar-store.ts'
import { migrations } from './migrations/list.ts'

await main(async () => {
  const config = readConfig()
  const keys = loadServiceKeys(config)
  const log = createLogger({ name: 'analytics', level: config.LOG_LEVEL })
  const db = openDatabase(config.DATABASE_URL, { log })
  await migrate(db, migrations, { log })
  await countByDaysOf(db, config.STORE_TIME_ZONE)
  const lifecycle = createLifecycle()
  const metrics = createMetrics('analytics')
  const { WEATHER_URL: url, WEATHER_API_KEY: apiKey } = config
  const analytics = createAnalytics({
    db,
    log,
    lifecycle,
    metrics,
    inventoryUrl: config.INVENTORY_URL,
    salesUrl: config.SALES_URL,
    serviceKey: keys.key,
    timeZone: config.STORE_TIME_ZONE,
    observer: url ? createWeatherObserver({ url, apiKey, log }) : noObserver,
    hasWeather: url !== undefined,
    verifiers: {
      access: remoteAccessVerifier({ jwksUrl: config.JWKS_URL, log, registry: metrics.registry }),
      service: keys.verify,
    },
    checkResponses: config.NODE_ENV !== 'production',
  })
  const stopped = analytics.start()
  await serve(analytics.app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [stopped, () => db.destroy()],
  })
})
