import {
  auditJob,
  auditRoute,
  createFeed,
  createSharedReads,
  defineService,
  type Service,
  type ServiceClient,
  type ServiceContext,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { alertRoutes } from './alerts/routes.ts'
import { createAlertService } from './alerts/service.ts'
import { createConditions } from './conditions/service.ts'
import { type DeliverySettings, settings } from './config.ts'
import { createDigest } from './delivery/digest.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { createDelivery } from './delivery/setup.ts'
import { createGenerate, createStockNote } from './generation/generate.ts'
import { createChangedJudge, createJudging } from './generation/judging.ts'
import { generationRoutes } from './generation/routes.ts'
import { createSchedule } from './generation/schedule.ts'
import { projectMedicines } from './medicines/projection.ts'
import { migrations } from './migrations/list.ts'
import { snapshotRoutes } from './snapshot/routes.ts'

export interface AlertsOptions
  extends Pick<ServiceContext<unknown>, 'db' | 'log' | 'metrics' | 'lifecycle' | 'clock'> {
  inventory: ServiceClient
  analytics: ServiceClient
  patienceMs: number
  leaseMs: number
  returnNoticeDays: number
  delivery: DeliverySettings
}

const PATIENCE_MS = 2_000

export function createAlerts(options: AlertsOptions) {
  const { db, log, metrics, clock, lifecycle, inventory, analytics, leaseMs, patienceMs } = options
  const { now, today, timeZone } = clock
  const delivery = createDelivery({ db, log, now, settings: options.delivery })
  const { sender, onChanged } = delivery
  const judging = createJudging({ now, onChanged, returnNoticeDays: options.returnNoticeDays })
  const conditions = createConditions({ db, analytics, now, log })
  const judgeChanged = createChangedJudge({ judging, today, findConditions: conditions.find })
  const medicines = projectMedicines({
    db,
    log,
    registry: metrics.registry,
    client: inventory,
    onChanged: judgeChanged,
    onRebuilt: (trx) => schedule.makeDue(trx),
  })
  const share = createSharedReads()
  const generate = createGenerate({
    db,
    judging,
    today,
    timeZone,
    refreshConditions: conditions.refresh,
    findStockNote: createStockNote(medicines, patienceMs),
  })
  const schedule = createSchedule({ db, generate, leaseMs, log, clock })
  const alertService = createAlertService({ db, clock, onChanged })
  const digest = createDigest({
    db,
    clock,
    alerts: alertService,
    hour: options.delivery.ALERT_DIGEST_HOUR,
    wake: () => sender.wake('email'),
  })
  const feed = createFeed({ db, source: 'alerts' })
  return {
    routes: [
      auditRoute({ db, timeZone, path: '/api/alerts/history' }),
      // Simultaneous clicks share one generation, which begins after them; more would find nothing new.
      ...generationRoutes(() => share('generation', () => generate(lifecycle.signal))),
      ...deliveryRoutes({ db, now, wake: sender.wake }),
      ...alertRoutes(alertService),
      ...snapshotRoutes({ db, feed }),
    ],
    feed,
    projections: [medicines],
    jobs: [schedule.job, ...sender.jobs, ...(delivery.email ? [digest.job] : []), auditJob(db, log)],
    judgeChanged,
    generate: () => generate(lifecycle.signal),
    schedule,
    sender,
    digest,
  } satisfies Service & Record<string, unknown>
}

export const alerts = defineService({
  name: 'alerts',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, clientOf, ...context }) {
    return createAlerts({
      ...context,
      inventory: clientOf(config.INVENTORY_URL),
      analytics: clientOf(config.ANALYTICS_URL),
      patienceMs: PATIENCE_MS,
      leaseMs: config.GENERATION_LEASE_MS,
      returnNoticeDays: config.RETURN_NOTICE_DAYS,
      delivery: config,
    })
  },
})
