import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalConfig } from './config.ts'
import { type Child, createChild } from './process/child.ts'
import type { ChildPlan } from './process/launch.ts'
import type { DataFolder } from './setup/data-folder.ts'
import { databaseUrl, embeddedDatabase, ensureDatabases } from './setup/databases.ts'
import type { FrontEnds } from './setup/front-ends.ts'
import { findFreePorts } from './setup/ports.ts'

/** The services of the suite, in the order in which people name them. */
const services = ['identity', 'inventory', 'sales'] as const
type Service = (typeof services)[number]

export interface FirstAdmin {
  email: string
  /** Only when it was made up, and only this once. */
  password?: string
}

export interface SuiteOptions {
  root: string
  config: LocalConfig
  data: DataFolder
  frontEnds: FrontEnds
  tell: (line: string) => void
  onFirstAdmin: (admin: FirstAdmin) => void
}

export interface Suite {
  /** Starts every process at the same time; resolves when all answer. */
  start(): Promise<void>
  /** The gateway first, so that nothing new comes in; then the services. Within five seconds. */
  stop(): Promise<void>
  kill(): void
}

const GATEWAY_GRACE_MS = 3_300
const SERVICE_GRACE_MS = 1_400

/** Settings that belong to one process only, or that each process gets anew. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...env } = process.env
  return env
}

function planEnv({ root, config, data, frontEnds }: SuiteOptions, ports: number[]) {
  const urls = services.map((name, i) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[i]}`])
  const common = {
    ...inheritedEnv(),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, '.cache/compile/children'),
    LOG_LEVEL: config.LOG_LEVEL,
    ...Object.fromEntries(urls),
    JWKS_URL: `http://127.0.0.1:${ports[services.indexOf('identity')]}/.well-known/jwks.json`,
  }
  const own: Record<Service, NodeJS.ProcessEnv> = {
    identity: {
      SIGNING_KEY_FILE: join(data.path, 'identity-signing-key.pem'),
      SIGNING_KEY_CREATE: 'true',
      ...(config.ADMIN_EMAIL && { ADMIN_EMAIL: config.ADMIN_EMAIL }),
      ...(config.ADMIN_PASSWORD && { ADMIN_PASSWORD: config.ADMIN_PASSWORD }),
    },
    inventory: {},
    sales: {},
  }
  const areasFile = config.AREAS_FILE ?? join(data.path, 'areas.json')
  const gateway = {
    ...common,
    PORT: String(config.PORT),
    HOST: config.HOST,
    SHELL_DIR: frontEnds.shell,
    AREAS_FILE: areasFile,
  }
  return { common, own, gateway, areasFile }
}

function databaseOf({ config, data }: SuiteOptions, service: Service): string {
  return config.DATABASE_URL
    ? databaseUrl(config.DATABASE_URL, service)
    : embeddedDatabase(data.path, service)
}

/** What runs on one machine: the gateway on the public port, the services on free ports behind it. */
export async function createSuite(options: SuiteOptions): Promise<Suite> {
  const { root, config, data, frontEnds, tell, onFirstAdmin } = options
  if (config.DATABASE_URL) await ensureDatabases(services.map((service) => databaseOf(options, service)))
  const ports = await findFreePorts(services.length)
  const env = planEnv(options, ports)
  if (!config.AREAS_FILE) writeFileSync(env.areasFile, JSON.stringify(frontEnds.areas))

  const onMessage = (message: { type: string }) => {
    if (message.type === 'first-admin') onFirstAdmin(message as unknown as FirstAdmin)
  }
  const toChild = (plan: ChildPlan) => createChild(plan, { logFolder: data.logs, tell, onMessage })
  const gateway = toChild({ name: 'gateway', file: join(root, 'gateway/src/main.ts'), env: env.gateway })
  const behind: Child[] = services.map((name, i) =>
    toChild({
      name,
      file: join(root, 'services', name, 'src/main.ts'),
      env: {
        ...env.common,
        PORT: String(ports[i]),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseOf(options, name),
        SERVICE_KEY: data.serviceKey,
        ...env.own[name],
      },
    }),
  )
  const all = [...behind, gateway]
  return {
    start: async () => void (await Promise.all(all.map((child) => child.start()))),
    async stop() {
      await gateway.stop(GATEWAY_GRACE_MS)
      await Promise.all(behind.map((child) => child.stop(SERVICE_GRACE_MS)))
    },
    kill() {
      for (const child of all) child.kill()
    },
  }
}
