import { storeDate } from '@mms/contracts'
import {
  type AppOptions,
  createApp,
  createJobs,
  pingDatabase,
  type Route,
  type ServiceKey,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createConditions } from './conditions/service.ts'
import type { ClimateObserver } from './conditions/weather-client.ts'
import { demandRoutes } from './demand/routes.ts'
import { createDemandService } from './demand/service.ts'
import { createAges } from './facts/ages.ts'
import { createInventoryFollower } from './facts/inventory-follower.ts'
import { createSalesFollower } from './facts/sales-follower.ts'
import { createSource, serviceHeaders } from './facts/source.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReportService } from './reports/service.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService } from './settings/service.ts'

export interface AnalyticsOptions
  extends Pick<AppOptions, 'log' | 'metrics' | 'lifecycle' | 'verifiers' | 'checkResponses'> {
  db: Knex
  inventoryUrl: string
  salesUrl: string
  serviceKey: ServiceKey
  timeZone: string
  /** Live weather, where the deployment has some. */
  observer: ClimateObserver
  hasWeather: boolean
  now?: () => Date
}

/** How often it is noted that a read model holds everything. */
const NOTE_EVERY_MS = 5_000

function createReaders({ db, log, metrics, inventoryUrl, salesUrl, serviceKey, timeZone }: AnalyticsOptions) {
  const { registry } = metrics
  const headers = () => serviceHeaders(serviceKey)
  const following = (url: string) => ({ url, source: createSource(url, serviceKey) })
  const shared = { db, log, registry, headers, timeZone }
  return {
    inventory: createInventoryFollower({ ...shared, ...following(inventoryUrl) }),
    sales: createSalesFollower({ ...shared, ...following(salesUrl) }),
  }
}
type Readers = ReturnType<typeof createReaders>

function analyticsRoutes(options: AnalyticsOptions, ages: ReturnType<typeof createAges>): Route[] {
  const { db, timeZone, observer, hasWeather, now = () => new Date() } = options
  const settings = createSettingsService({ db, timeZone, hasWeather, now })
  const today = () => storeDate(timeZone, now())
  const findConditions = createConditions({ findSettings: settings.find, observer, today })
  // No service tells of alerts yet.
  const hasAlerts = false
  return [
    ...demandRoutes(createDemandService({ db, findConditions, ages })),
    ...reportRoutes(createReportService({ db, findConditions, ages, timeZone, hasAlerts, now })),
    ...settingsRoutes(settings),
  ]
}

const readiness =
  (db: Knex, { inventory, sales }: Readers) =>
  async () => {
    await pingDatabase(db)
    return {
      inventoryFeedLagSeconds: Math.round(inventory.lagSeconds()),
      salesFeedLagSeconds: Math.round(sales.lagSeconds()),
    }
  }

/** The application, which does not listen yet, and its jobs, which do not run yet. */
export function createAnalytics(options: AnalyticsOptions) {
  const { db, now = () => new Date() } = options
  const readers = createReaders(options)
  const ages = createAges({ db, readers, now })
  const app = createApp({
    name: 'analytics',
    version: '0.1.0',
    routes: analyticsRoutes(options, ages),
    ready: readiness(db, readers),
    ...options,
  })
  /** Starts to follow the feeds; the answer ends it, once the lifecycle stops. */
  const start = () => {
    const jobs = createJobs({ ...options, registry: options.metrics.registry })
    jobs.start({ name: 'data-age', everyMs: NOTE_EVERY_MS, run: ages.note })
    for (const reader of Object.values(readers)) reader.start()
    return () => Promise.all([...Object.values(readers).map((reader) => reader.stop()), jobs.stopped()])
  }
  return { app, ages, start }
}
