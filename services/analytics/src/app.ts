import {
  defineService,
  type Job,
  type Route,
  type Service,
  type ServiceClient,
  type ServiceContext,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { createConditions } from './conditions/service.ts'
import { type ClimateObserver, createWeatherObserver, noObserver } from './conditions/weather-client.ts'
import { settings } from './config.ts'
import { conditionsRoutes } from './demand/conditions-routes.ts'
import { medicineDemandRoutes } from './demand/medicine-routes.ts'
import { createMedicineDemand } from './demand/medicine-service.ts'
import { demandRoutes } from './demand/routes.ts'
import { createDemandService } from './demand/service.ts'
import { type Ages, createAges } from './facts/ages.ts'
import { createAlertsFollower } from './facts/alerts-follower.ts'
import { countByDaysOf } from './facts/calendar-store.ts'
import { createInventoryFollower } from './facts/inventory-follower.ts'
import { createMedicineList } from './facts/kept-medicines.ts'
import { createSalesFollower } from './facts/sales-follower.ts'
import { createForecastJob } from './forecasts/job.ts'
import { createForecastList } from './forecasts/kept-forecasts.ts'
import { createRunStore } from './forecasts/run-store.ts'
import { createForecastWorker, type RunForecasts } from './forecasts/worker.ts'
import { migrations } from './migrations/list.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReportService } from './reports/service.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService, type SettingsService } from './settings/service.ts'

export interface AnalyticsOptions extends Pick<ServiceContext<unknown>, 'db' | 'log' | 'metrics' | 'clock'> {
  inventory: ServiceClient
  sales: ServiceClient
  /** Absent where no service of alerts is part of the deployment. */
  alerts?: ServiceClient | undefined
  /** Live weather, where the deployment names a service. */
  observer: ClimateObserver
  hasWeather: boolean
  /** Makes forecasts beside requests. */
  runForecasts: RunForecasts
}

/** How often it is noted that a read model holds everything. */
const NOTE_EVERY_MS = 5_000

function analyticsRoutes(
  { db, clock, observer }: AnalyticsOptions,
  settingsService: SettingsService,
  ages: Ages,
): Route[] {
  const { timeZone, now, today } = clock
  const findConditions = createConditions({ findSettings: settingsService.find, observer, today })
  const kept = { listMedicines: createMedicineList(db), listForecasts: createForecastList(db) }
  return [
    ...conditionsRoutes({ db, findConditions }),
    ...demandRoutes(createDemandService({ db, findConditions, ages, ...kept })),
    ...medicineDemandRoutes(createMedicineDemand({ db, findConditions, ages })),
    ...reportRoutes(createReportService({ db, findConditions, ages, timeZone, now, ...kept })),
    ...settingsRoutes(settingsService),
  ]
}

/** What analytics consists of. */
export function createAnalytics(options: AnalyticsOptions) {
  const { db, log, metrics, clock, inventory, sales, alerts, hasWeather, runForecasts } = options
  const { timeZone, now, today } = clock
  const following = { db, log, registry: metrics.registry, timeZone }
  const readers = {
    inventory: createInventoryFollower({ ...following, client: inventory }),
    sales: createSalesFollower({ ...following, client: sales }),
  }
  const ages = createAges({ db, readers, now })
  const settingsService = createSettingsService({ db, timeZone, hasWeather, now })
  const noteAges: Job = { name: 'data-age', everyMs: NOTE_EVERY_MS, run: ages.note }
  return {
    routes: analyticsRoutes(options, settingsService, ages),
    followers: [
      ...Object.values(readers),
      ...(alerts ? [createAlertsFollower({ ...following, client: alerts })] : []),
    ],
    jobs: [
      noteAges,
      createForecastJob({ db, log, today, findSettings: settingsService.find, run: runForecasts }),
    ],
    async prepare() {
      await countByDaysOf(db, timeZone)
      await createRunStore(db).prepare()
    },
    ages,
  } satisfies Service & Record<string, unknown>
}

/** Season, climate, predicted demand and reports, from what inventory and sales tell. */
export const analytics = defineService({
  name: 'analytics',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, clientOf, ...context }) {
    const { WEATHER_URL: url, WEATHER_API_KEY: apiKey } = config
    return createAnalytics({
      ...context,
      inventory: clientOf(config.INVENTORY_URL),
      sales: clientOf(config.SALES_URL),
      alerts: config.ALERTS_URL === undefined ? undefined : clientOf(config.ALERTS_URL),
      observer: url ? createWeatherObserver({ url, apiKey, log: context.log }) : noObserver,
      hasWeather: url !== undefined,
      runForecasts: createForecastWorker(config.DATABASE_URL),
    })
  },
})
