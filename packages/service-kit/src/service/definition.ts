import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import type { StoreClock } from '../clock/clock.ts'
import type { serviceSettings } from '../config/config.ts'
import type { Migration } from '../database/migrate.ts'
import type { Feed } from '../feed/feed.ts'
import type { Verifiers } from '../http/authorize.ts'
import type { Route } from '../http/route.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Lifecycle } from '../process/lifecycle.ts'
import type { Runtime } from '../process/runtime.ts'
import type { Projection } from '../projection/projection.ts'
import type { Metrics } from '../telemetry/metrics.ts'

type Settings = z.output<z.ZodObject<typeof serviceSettings>>
type OfNeighbours = 'JWKS_URL' | 'SERVICE_KEY_FILE' | 'SERVICE_CALLERS_FILE'

/** Settings that the kit reads. A service without `JWKS_URL` must provide its own `verifiers`. */
export type ServiceConfig = Omit<Settings, OfNeighbours> & Partial<Pick<Settings, OfNeighbours>>

export interface ServiceContext<C> {
  config: C
  db: Knex
  log: Logger
  lifecycle: Lifecycle
  metrics: Metrics
  send?: Runtime['send']
  /** Current time and the store's date. */
  clock: StoreClock
  clientOf(url: string): ServiceClient
}

export interface Service {
  /** All routes, which also show who may do what. Put fixed paths before paths with parameters. */
  routes: Route[]
  /** The feed that this service publishes. The kit numbers and prunes it; its route must be in `routes`. */
  feed?: Feed
  projections?: Projection[]
  jobs?: Job[]
  /** Shown by `/readyz`, so that callers know what this release supports. */
  features?: string[]
  prepare?: () => Promise<unknown>
  verifiers?: Verifiers
}

export interface ServiceDefinition<C extends ServiceConfig, S extends Service> {
  /** Name of its folder, log lines, metrics and tokens. */
  name: string
  version: string
  settings: z.ZodType<C>
  migrations: Migration[]
  restored?: (db: Knex) => Promise<unknown>
  create(context: ServiceContext<C>): S | Promise<S>
}

/** Defines a service. Its `main.ts` passes it to `startService`, its tests to `openService`. */
export function defineService<C extends ServiceConfig, S extends Service>(
  definition: ServiceDefinition<C, S>,
): ServiceDefinition<C, S> {
  return definition
}
