import type { Logger } from 'pino'
import { createServiceClient, type ServiceClient } from '../client/client.ts'
import { createStoreClock } from '../clock/clock.ts'
import { loadConfig } from '../config/config.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import type { Service, ServiceConfig, ServiceDefinition } from '../service/definition.ts'
import { assembleService } from '../service/start.ts'
import { createLogger } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from './app.ts'
import type { OpenTestDatabase, TestDatabase } from './databases.ts'
import { migrateForTest } from './migrated.ts'
import { type TestTokens, testTokens } from './tokens.ts'

export interface OpenServiceOptions {
  env?: Record<string, string>
  tokens?: TestTokens
  now?: string
  jobs?: boolean
  log?: Logger
}

export interface OpenService<S extends Service> {
  service: S
  database: OpenTestDatabase
  client: TestClient
  tokens: TestTokens
  admin: string
  staff: string
  setNow(instant: string): void
  close(): Promise<void>
}

/** Opens another replica, of this or the next release, on a database that another test service closes. */
export function besideReplica({ database }: { database: OpenTestDatabase }): Pick<TestDatabase, 'open'> {
  return { open: async () => ({ ...database, close: async () => {} }) }
}

const UNREACHABLE = 'http://127.0.0.1:1'

/**
 * Runs a service in this process on a fresh database, as its `main.ts` would, with validated responses and test-signed
 * tokens.
 */
export async function openService<C extends ServiceConfig, S extends Service>(
  definition: ServiceDefinition<C, S>,
  { open }: Pick<TestDatabase, 'open'>,
  options: OpenServiceOptions = {},
): Promise<OpenService<S>> {
  const database = await open()
  try {
    return await openOn(database, definition, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openOn<C extends ServiceConfig, S extends Service>(
  database: OpenTestDatabase,
  definition: ServiceDefinition<C, S>,
  options: OpenServiceOptions,
): Promise<OpenService<S>> {
  const { name } = definition
  const { env, tokens = testTokens(), jobs = false } = options
  const { log = createLogger({ name, level: 'silent' }) } = options
  const { db } = database
  const config = loadConfig(definition.settings, {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    JWKS_URL: UNREACHABLE,
    ...env,
  })
  let now = options.now === undefined ? undefined : new Date(options.now)
  const clients: ServiceClient[] = []
  const clientOf = (url: string) => {
    const client = createServiceClient({ name, key: tokens.serviceKey, url })
    clients.push(client)
    return client
  }
  const lifecycle = createLifecycle()
  const clock = createStoreClock(config.STORE_TIME_ZONE, () => now ?? new Date())
  const context = { config, db, log, lifecycle, metrics: createMetrics(name), clock, clientOf }
  const { service, app, start } = await assembleService(definition, context, () => tokens.verifiers)
  await migrateForTest(database, definition.migrations, { log })
  await service.prepare?.()
  const stopped = jobs ? start() : async () => {}
  const client = await startApp(app)
  return {
    service,
    database,
    client,
    tokens,
    admin: tokens.token({ role: 'admin' }),
    staff: tokens.token({ role: 'staff' }),
    setNow: (instant) => {
      now = new Date(instant)
    },
    async close() {
      lifecycle.stop()
      await client.close()
      await stopped()
      for (const each of clients) await each.close()
      await database.close()
    },
  }
}
