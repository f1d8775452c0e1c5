import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import type { serviceSettings } from '../config.ts'
import type { Migration } from '../database/migrate.ts'
import type { Feed } from '../feed/feed.ts'
import type { Verifiers } from '../http/authorize.ts'
import type { Route } from '../http/route.ts'
import type { Job } from '../jobs.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Projection } from '../projection/projection.ts'
import type { Runtime } from '../runtime.ts'
import type { StoreClock } from '../store-clock.ts'
import type { Metrics } from '../telemetry/metrics.ts'

type Settings = z.output<z.ZodObject<typeof serviceSettings>>
type OfNeighbours = 'JWKS_URL' | 'SERVICE_KEY_FILE' | 'SERVICE_CALLERS_FILE'

/** What the kit reads of a service's settings. Without `JWKS_URL` the service must bring verifiers of its own. */
export type ServiceConfig = Omit<Settings, OfNeighbours> & Partial<Pick<Settings, OfNeighbours>>

/** What a service is made from. */
export interface ServiceContext<C> {
  config: C
  db: Knex
  log: Logger
  lifecycle: Lifecycle
  metrics: Metrics
  /** To the supervisor of the process, if there is one. */
  send?: Runtime['send']
  /** The time, and "today" in the store. */
  clock: StoreClock
  /** Calls another service at `url` in this one's name, with its key. It ends with the process. */
  clientOf(url: string): ServiceClient
}

/** What a service consists of. The kit serves it, keeps it up and ends it. */
export interface Service {
  /** Every route, and with it the role table. Fixed paths stand before those with a parameter. */
  routes: Route[]
  /** The feed that it publishes: numbered and pruned beside requests. Its route is one of `routes`. */
  feed?: Feed
  /** What it keeps of other services' things: started, stopped, and named in `/readyz` with their lag. */
  projections?: Projection[]
  /** Further work beside requests. */
  jobs?: Job[]
  /** Last before anything is served or runs beside it: what must be so in the migrated database. */
  prepare?: () => Promise<unknown>
  /** In the place of the usual ones: people's tokens by what identity publishes, services' by their keys. */
  verifiers?: Verifiers
}

/** A service as data: what its process and its tests are started from. */
export interface ServiceDefinition<C extends ServiceConfig, S extends Service> {
  /** Its one name, e.g. `inventory`: of its folder, its log lines, its metrics and its tokens. */
  name: string
  /** Of its `package.json`. */
  version: string
  /** `z.object({ ...serviceSettings, … })`; read from the environment. */
  settings: z.ZodType<C>
  migrations: Migration[]
  /** What must be done once when the database, up to date, was restored from a backup and others know later things. */
  restored?: (db: Knex) => Promise<unknown>
  /** Puts the parts together, before the database is migrated or even reached. Throws what is wrong with the settings. */
  create(context: ServiceContext<C>): S | Promise<S>
}

/**
 * A service, for `startService` in its `main.ts` and `openService` in its tests.
 *
 * @example
 * export const suppliers = defineService({
 *   name: 'suppliers',
 *   version: packageJson.version,
 *   settings: z.object({ ...serviceSettings, INVENTORY_URL: z.url() }),
 *   migrations,
 *   create({ db, clock, config, log, metrics, clientOf }) {
 *     const feed = createFeed({ db, source: 'suppliers' })
 *     return {
 *       routes: [...supplierRoutes(createSupplierService({ db, clock })), feedRoute(feed, READERS)],
 *       feed,
 *       projections: [projectMedicines({ db, log, registry: metrics.registry, client: clientOf(config.INVENTORY_URL) })],
 *       jobs: [forgetOldDrafts(db)],
 *     }
 *   },
 * })
 */
export function defineService<C extends ServiceConfig, S extends Service>(
  definition: ServiceDefinition<C, S>,
): ServiceDefinition<C, S> {
  return definition
}
