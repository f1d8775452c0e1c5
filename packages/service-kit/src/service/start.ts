import { remoteAccessVerifier } from '../auth/remote-access.ts'
import { loadServiceKeys, type ServiceKeys } from '../auth/service-keys.ts'
import { createServiceClient, type ServiceClient } from '../client/client.ts'
import { createStoreClock } from '../clock/clock.ts'
import { loadConfig } from '../config/config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { checkDatabase } from '../database/reachable.ts'
import { feedJobs } from '../feed/upkeep.ts'
import { createApp } from '../http/app.ts'
import type { Verifiers } from '../http/authorize.ts'
import { SERVICE_KEEP_ALIVE_MS } from '../http/server.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { runtimeOf } from '../process/runtime.ts'
import type { Projection } from '../projection/projection.ts'
import { createLogger } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { openTracing } from '../telemetry/tracing.ts'
import { runCommand } from './commands.ts'
import type { Service, ServiceConfig, ServiceContext, ServiceDefinition } from './definition.ts'
import { main, serve } from './run.ts'

function createVerifiers(
  { jwksUrl, keys }: { jwksUrl: string | undefined; keys: ServiceKeys | undefined },
  { log, metrics: { registry } }: Pick<ServiceContext<ServiceConfig>, 'log' | 'metrics'>,
): Verifiers {
  if (jwksUrl === undefined || !keys)
    throw new Error('A service without JWKS_URL must bring its own verifiers')
  return { access: remoteAccessVerifier({ jwksUrl, log, registry }), service: keys.verify }
}

function createClients(name: string, keys: ServiceKeys | undefined) {
  const clients: ServiceClient[] = []
  return {
    clientOf(url: string): ServiceClient {
      if (!keys) throw new Error('A service without JWKS_URL has no key to call others with')
      const client = createServiceClient({ name, key: keys.key, url })
      clients.push(client)
      return client
    },
    close: () => Promise.all(clients.map((client) => client.close())),
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
    const { JWKS_URL: jwksUrl } = config
    // Identity has no service keys: it verifies tokens by its own keys and calls no service.
    const keys = jwksUrl === undefined ? undefined : loadServiceKeys(config)
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
    const clients = createClients(name, keys)
    const [lifecycle, metrics] = [createLifecycle(), createMetrics(name)]
    const clock = createStoreClock(config.STORE_TIME_ZONE)
    const { send } = runtime
    const context = { config, db, log, lifecycle, metrics, send, clock, clientOf: clients.clientOf }
    const usualVerifiers = () => createVerifiers({ jwksUrl, keys }, context)
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
      onClose: [stopped, clients.close, () => db.destroy(), closeTracing],
    })
  })
}

const lagsOf = (projections: Projection[]): Record<string, number> =>
  Object.fromEntries(
    projections.map(({ name, lagSeconds }) => [`${name}FeedLagSeconds`, Math.round(lagSeconds())]),
  )

export async function assembleService<C extends ServiceConfig, S extends Service>(
  { name, version, create }: ServiceDefinition<C, S>,
  context: ServiceContext<C>,
  usualVerifiers: () => Verifiers,
) {
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
    const ofFeed = feed ? feedJobs({ feed, db, log, registry }) : []
    for (const job of [...jobs, ...ofFeed]) running.start(job)
    return () => Promise.all([...projections.map((projection) => projection.stop()), running.stopped()])
  }
  return { service, app, start }
}
