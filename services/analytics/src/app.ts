import type { DataAge } from '@mms/contracts'
import {
  assertSettingCallable,
  auditJob,
  auditRoute,
  createOutbound,
  defineService,
  type Projection,
  type Service,
  type ServiceClient,
  type ServiceContext,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { projectAlertDays } from './alert-days/projection.ts'
import { type ClimateObserver, createConditions } from './conditions/rules.ts'
import { createWeatherObserver, noObserver } from './conditions/weather-client.ts'
import { settings } from './config.ts'
import { demandRoutes } from './demand/routes.ts'
import { createForecastCache } from './forecasts/forecast-store.ts'
import { createForecastJob } from './forecasts/job.ts'
import { createRunStore } from './forecasts/run-store.ts'
import { createForecastWorker, type RunForecasts } from './forecasts/worker.ts'
import { migrations } from './migrations/list.ts'
import type { FigureSources } from './options.ts'
import { reportRoute } from './reports/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettingsService } from './settings/service.ts'
import { prepareStockLock } from './stock/head-store.ts'
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

function createAges(projections: Record<keyof DataAge, Projection>, now: () => Date) {
  const ageOf = async (projection: Projection) => {
    const asOf = await projection.asOf()
    return {
      asOf: asOf?.toISOString() ?? null,
      behindSeconds: asOf && Math.max(0, Math.round((now().getTime() - asOf.getTime()) / 1000)),
    }
  }
  return async (): Promise<DataAge> => {
    const [inventory, sales] = await Promise.all([ageOf(projections.inventory), ageOf(projections.sales)])
    return { inventory, sales }
  }
}

export function createAnalytics(options: AnalyticsOptions) {
  const { db, log, metrics, clock, inventory, sales, alerts, observer, hasWeather, runForecasts } = options
  const { timeZone, now, today } = clock
  const following = { db, log, registry: metrics.registry, timeZone, now }
  const projections = {
    inventory: projectStock({ ...following, client: inventory }),
    sales: projectTrade({ ...following, client: sales }),
  }
  const settingsService = createSettingsService({ db, timeZone, hasWeather, now })
  const sources: FigureSources = {
    db,
    clock,
    readAges: createAges(projections, now),
    listForecasts: createForecastCache(db),
    findConditions: createConditions({ findSettings: settingsService.find, observer, today }),
  }
  return {
    routes: [
      ...demandRoutes(sources),
      reportRoute(sources),
      auditRoute({ db, timeZone, path: '/api/store-settings/history' }),
      ...settingsRoutes(settingsService),
    ],
    projections: [
      ...Object.values(projections),
      ...(alerts ? [projectAlertDays({ ...following, client: alerts })] : []),
    ],
    jobs: [
      createForecastJob({
        db,
        log,
        today,
        findSettings: settingsService.find,
        run: runForecasts,
        isBehind: () => Object.values(projections).some((each) => each.isBehind()),
      }),
      auditJob(db, log),
    ],
    async prepare() {
      await prepareStockLock(db, timeZone)
      await createRunStore(db).prepare()
    },
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
