import type Koa from 'koa'
import type { Logger } from 'pino'
import { remoteAccessVerifier } from '../auth/remote-access.ts'
import { loadServiceKeys, type ServiceKeys } from '../auth/service-keys.ts'
import { createServiceClient, type ServiceClient } from '../client/client.ts'
import { createStoreClock } from '../clock/clock.ts'
import { loadConfig } from '../config/config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { checkDatabase } from '../database/reachable.ts'
import { maintainFeed } from '../feed/upkeep.ts'
import { createApp } from '../http/app.ts'
import type { Verifiers } from '../http/authorize.ts'
import { SERVICE_KEEP_ALIVE_MS } from '../http/server.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { runtimeOf } from '../process/runtime.ts'
import type { Projection } from '../projection/projection.ts'
import { createLogger } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { openTracing } from '../telemetry/tracing.ts'
import { runCommand } from './commands.ts'
import type { Service, ServiceConfig, ServiceContext, ServiceDefinition } from './definition.ts'
import { main, serve } from './run.ts'

/** Identity has no service keys: it verifies tokens by its own keys and calls no service. */
const loadKeys = (config: ServiceConfig): ServiceKeys | undefined =>
  config.JWKS_URL === undefined ? undefined : loadServiceKeys(config)

function createVerifiers(
  { JWKS_URL: jwksUrl }: ServiceConfig,
  keys: ServiceKeys | undefined,
  log: Logger,
  { registry }: Metrics,
): Verifiers {
  if (jwksUrl === undefined || !keys)
    throw new Error('A service without JWKS_URL must bring its own verifiers')
  return { access: remoteAccessVerifier({ jwksUrl, log, registry }), service: keys.verify }
}

function createContext<C extends ServiceConfig>(
  name: string,
  parts: Pick<ServiceContext<C>, 'config' | 'db' | 'log' | 'send'>,
  keys: ServiceKeys | undefined,
): { context: ServiceContext<C>; closeClients: () => Promise<unknown> } {
  const clients: ServiceClient[] = []
  const clientOf = (url: string) => {
    if (!keys) throw new Error('A service without JWKS_URL has no key to call others with')
    const client = createServiceClient({ name, key: keys.key, url })
    clients.push(client)
    return client
  }
  return {
    context: {
      ...parts,
      lifecycle: createLifecycle(),
      metrics: createMetrics(name),
      clock: createStoreClock(parts.config.STORE_TIME_ZONE),
      clientOf,
    },
    closeClients: () => Promise.all(clients.map((client) => client.close())),
  }
}

/**
 * Runs a service: settings, log, migrated database, background work and requests. Shuts down in reverse order. A
 * startup error is printed as one sentence; exit code 1.
 */
export async function startService<C extends ServiceConfig, S extends Service>(
  definition: ServiceDefinition<C, S>,
): Promise<void> {
  const { name, version, settings, migrations } = definition
  const runtime = runtimeOf(name)
  await main(async () => {
    const config = loadConfig(settings, runtime.env)
    const keys = loadKeys(config)
    const log = createLogger({ name, level: config.LOG_LEVEL, to: runtime.logTo })
    const closeTracing = await openTracing({
      service: name,
      version,
      endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
    })
    const db = openDatabase(config.DATABASE_URL, { log })
    const [, , word, ...args] = process.argv
    const exitCode = await runCommand(word, definition, { db, log, args })
    if (exitCode !== undefined) {
      await db.destroy()
      return log.flush(() => process.exit(exitCode))
    }
    const { context, closeClients } = createContext(name, { config, db, log, send: runtime.send }, keys)
    const { lifecycle, metrics } = context
    const usualVerifiers = () => createVerifiers(config, keys, log, metrics)
    const { service, app, start } = await assembleService(definition, context, usualVerifiers)
    await migrate(db, migrations, { log, version, byJob: config.MIGRATIONS === 'by-job' })
    await service.prepare?.()
    const stopped = start()
    await serve(app.callback(), {
      runtime,
      host: config.HOST,
      port: config.PORT,
      log,
      lifecycle,
      shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
      keepAliveMs: SERVICE_KEEP_ALIVE_MS,
      inProcess: true,
      onClose: [stopped, closeClients, () => db.destroy(), closeTracing],
    })
  })
}

interface Assembled<S extends Service> {
  service: S
  app: Koa
  start(): () => Promise<unknown>
}

type Lags = Record<`${string}FeedLagSeconds`, number>

const lagsOf = (projections: Projection[]): Lags =>
  Object.fromEntries(
    projections.map(({ name, lagSeconds }) => [`${name}FeedLagSeconds`, Math.round(lagSeconds())]),
  )

export async function assembleService<C extends ServiceConfig, S extends Service>(
  { name, version, create }: ServiceDefinition<C, S>,
  context: ServiceContext<C>,
  usualVerifiers: () => Verifiers,
): Promise<Assembled<S>> {
  const { config, db, log, lifecycle, metrics } = context
  const service = await create(context)
  const { routes, feed, projections = [], jobs = [], features, verifiers = usualVerifiers() } = service
  const ready = async () => {
    await checkDatabase(db)
    return { ...lagsOf(projections), ...(features && { features }) }
  }
  const checkResponses = config.NODE_ENV !== 'production'
  const app = createApp({ name, version, routes, verifiers, log, metrics, lifecycle, ready, checkResponses })

  const start = () => {
    const { registry } = metrics
    const running = createJobs({ log, lifecycle, registry })
    for (const projection of projections) projection.start()
    for (const job of jobs) running.start(job)
    if (feed) maintainFeed({ feed, db, jobs: running, log, registry })
    return () => Promise.all([...projections.map((projection) => projection.stop()), running.stopped()])
  }
  return { service, app, start }
}
