import {
  assertSettingCallable,
  auditJob,
  auditRoute,
  createOutbound,
  defineService,
  type Route,
  type Service,
  type ServiceClient,
  type ServiceContext,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { projectAlertDays } from './alert-days/projection.ts'
import { createConditions } from './conditions/service.ts'
import { type ClimateObserver, createWeatherObserver, noObserver } from './conditions/weather-client.ts'
import { settings } from './config.ts'
import { createDataAges, type DataAges } from './data-age/service.ts'
import { createMedicineDemand, createStockAtRisk } from './demand/medicine-service.ts'
import { conditionsRoutes, demandRoutes } from './demand/routes.ts'
import { createDemandService } from './demand/service.ts'
import { createForecastCache } from './forecasts/forecast-store.ts'
import { createForecastJob } from './forecasts/job.ts'
import { createRunStore } from './forecasts/run-store.ts'
import { createForecastWorker, type RunForecasts } from './forecasts/worker.ts'
import { migrations } from './migrations/list.ts'
import { reportRoutes } from './reports/routes.ts'
import { createReportService } from './reports/service.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService, type SettingsService } from './settings/service.ts'
import { prepareStockLock } from './stock/lock-store.ts'
import { projectStock } from './stock/projection.ts'
import { projectTrade } from './trade/projection.ts'

export interface AnalyticsOptions extends Pick<ServiceContext<unknown>, 'db' | 'log' | 'metrics' | 'clock'> {
  inventory: ServiceClient
  sales: ServiceClient
  alerts?: ServiceClient | undefined
  observer: ClimateObserver
  hasWeather: boolean
  runForecasts: RunForecasts
}

function analyticsRoutes(
  { db, clock, observer }: AnalyticsOptions,
  settingsService: SettingsService,
  ages: DataAges,
): Route[] {
  const { timeZone, now, today } = clock
  const findConditions = createConditions({ findSettings: settingsService.find, observer, today })
  const listForecasts = createForecastCache(db)
  return [
    ...conditionsRoutes({ db, findConditions }),
    ...demandRoutes(
      createDemandService({ db, findConditions, ages, listForecasts }),
      createMedicineDemand({ db, findConditions, ages }),
      createStockAtRisk({ db, findConditions }),
    ),
    ...reportRoutes(createReportService({ db, findConditions, ages, timeZone, now, listForecasts })),
    auditRoute({ db, timeZone, path: '/api/store-settings/history' }),
    ...settingsRoutes(settingsService),
  ]
}

export function createAnalytics(options: AnalyticsOptions) {
  const { db, log, metrics, clock, inventory, sales, alerts, hasWeather, runForecasts } = options
  const { timeZone, now, today } = clock
  const following = { db, log, registry: metrics.registry, timeZone, now }
  const projections = {
    inventory: projectStock({ ...following, client: inventory }),
    sales: projectTrade({ ...following, client: sales }),
  }
  const ages = createDataAges({ projections, now })
  const settingsService = createSettingsService({ db, timeZone, hasWeather, now })
  return {
    routes: analyticsRoutes(options, settingsService, ages),
    projections: [
      ...Object.values(projections),
      ...(alerts ? [projectAlertDays({ ...following, client: alerts })] : []),
    ],
    jobs: [
      createForecastJob({
        ...{ db, log, today, findSettings: settingsService.find, run: runForecasts },
        isBehind: () => Object.values(projections).some((each) => each.isBehind()),
      }),
      auditJob(db, log),
    ],
    async prepare() {
      await prepareStockLock(db, timeZone)
      await createRunStore(db).prepare()
    },
    ages,
  } satisfies Service & Record<string, unknown>
}

export const analytics = defineService({
  name: 'analytics',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, clientOf, ...context }) {
    const { WEATHER_URL: url, WEATHER_API_KEY: apiKey } = config
    if (url) assertSettingCallable(config, 'WEATHER_URL', url)
    const outbound = createOutbound(config)
    return createAnalytics({
      ...context,
      inventory: clientOf(config.INVENTORY_URL),
      sales: clientOf(config.SALES_URL),
      alerts: config.ALERTS_URL === undefined ? undefined : clientOf(config.ALERTS_URL),
      observer: url ? createWeatherObserver({ url, apiKey, outbound, log: context.log }) : noObserver,
      hasWeather: url !== undefined,
      runForecasts: createForecastWorker(config.DATABASE_URL),
    })
  },
})
