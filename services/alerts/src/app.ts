import {
  createFeed,
  defineService,
  type FeedReader,
  type Service,
  type ServiceClient,
  type ServiceContext,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import packageJson from '../package.json' with { type: 'json' }
import { alertRoutes } from './alerts/routes.ts'
import { createAlertService } from './alerts/service.ts'
import { settings } from './config.ts'
import { createChangedJudge } from './generation/changed.ts'
import { createGenerate } from './generation/generate.ts'
import { createJudging } from './generation/judging.ts'
import { generationRoutes } from './generation/routes.ts'
import { createSchedule } from './generation/schedule.ts'
import { createTogether } from './generation/together.ts'
import { notes } from './generation/words.ts'
import { createMedicineFollower } from './medicines/follower.ts'
import { createMedicineStore } from './medicines/store.ts'
import { migrations } from './migrations/list.ts'
import { snapshotRoutes } from './snapshot/routes.ts'

export interface AlertsOptions
  extends Pick<ServiceContext<unknown>, 'db' | 'log' | 'metrics' | 'lifecycle' | 'clock'> {
  inventory: ServiceClient
  /** How long a replica that generates may be silent before another takes over. */
  leaseMs: number
}

const findNamesIn = (db: Knex) => createMedicineStore(db).findNames

/** So far behind, in seconds, what inventory told counts as old. */
const BEHIND_S = 10
const stockNoteOf = (follower: FeedReader) => async () =>
  follower.lagSeconds() > BEHIND_S ? notes.inventoryAway : null

/** What alerts consists of, and what tests ask of it. */
export function createAlerts(options: AlertsOptions) {
  const { db, log, metrics, clock, lifecycle, inventory, leaseMs } = options
  const { now, today } = clock
  const onChanged = async () => {}
  const judging = createJudging({ now, findNamesIn, onChanged })
  const judgeChanged = createChangedJudge({ judging, today, findConditions: async () => null })
  const follower = createMedicineFollower({
    ...{ db, log, registry: metrics.registry, client: inventory },
    onChanged: judgeChanged,
    onRebuilt: (trx) => schedule.makeDue(trx),
  })
  const generate = createGenerate({
    ...{ db, judging, today },
    hearConditions: async () => ({ conditions: null, note: notes.conditionsUnknown }),
    findStockNote: stockNoteOf(follower),
  })
  const schedule = createSchedule({ db, generate, leaseMs, log, now })
  const feed = createFeed({ db, source: 'alerts' })
  return {
    routes: [
      ...generationRoutes(createTogether(() => generate(lifecycle.signal))),
      ...alertRoutes(createAlertService({ db, now, findNamesIn, onChanged })),
      ...snapshotRoutes({ db, feed, findNames: findNamesIn(db) }),
    ],
    feed,
    followers: [follower],
    jobs: [schedule.job],
    prepare: schedule.prepare,
    judgeChanged,
    generate: () => generate(lifecycle.signal),
    schedule,
  } satisfies Service & Record<string, unknown>
}

/** What runs out, what expires and what will be wanted: once each, until it is done. */
export const alerts = defineService({
  name: 'alerts',
  version: packageJson.version,
  settings,
  migrations,
  create({ config, clientOf, ...context }) {
    return createAlerts({
      ...context,
      inventory: clientOf(config.INVENTORY_URL),
      leaseMs: config.GENERATION_LEASE_MS,
    })
  },
})
