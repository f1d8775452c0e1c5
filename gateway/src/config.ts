import { loadConfig, type ServiceList, StartupError, serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

const { NODE_ENV, HOST, PORT, LOG_LEVEL, SHUTDOWN_DELAY_MS, PUBLIC_ORIGIN, STORE_TIME_ZONE } = serviceSettings

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

const schema = z.object({
  NODE_ENV,
  HOST,
  PORT,
  LOG_LEVEL,
  SHUTDOWN_DELAY_MS,
  /** JSON file: service → its origin, and the prefixes of the API that it is trusted with. Re-read when it changes. */
  SERVICES_FILE: z.string().optional(),
  /** Where each service listens, in an older setup that has no such file. */
  IDENTITY_URL: origin.optional(),
  INVENTORY_URL: origin.optional(),
  ALERTS_URL: origin.optional(),
  SALES_URL: origin.optional(),
  ANALYTICS_URL: origin.optional(),
  /** Where the public keys of the access tokens are read; by default from identity. */
  JWKS_URL: z.url().optional(),
  /** JSON file: area → folder of its build, or http origin that serves it. Re-read when it changes. */
  AREAS_FILE: z.string().optional(),
  /** Folder of the shell's build. Without it only the API and the areas are served. */
  SHELL_DIR: z.string().optional(),
  /** Address that browsers use, when it is not the Host they send. `https://…` turns HSTS on. */
  PUBLIC_ORIGIN,
  /** Told to browsers: what the services were told. */
  STORE_TIME_ZONE,
  /** How many proxies in front of us write X-Forwarded-For; 0 believes none. */
  TRUST_PROXY: count(0),
  /** A second port for /livez, /readyz and /metrics, which the public one does not show. */
  OPS_PORT: serviceSettings.PORT.optional(),
  /** How long a client may take to send its body. */
  BODY_TIMEOUT_MS: count(30_000),
  /** Bytes of bodies held in memory until they are whole, for all clients together. */
  BODIES_HELD_BYTES: count(32 * 1024 * 1024),
  /** How long a service may take to begin, and then between two pieces of, its answer. */
  UPSTREAM_TIMEOUT_MS: count(30_000),
})

export type GatewayConfig = z.output<typeof schema>

/** The settings of the process, or a `StartupError` that lists all that is wrong. */
export function readConfig(env: Record<string, string | undefined> = process.env): GatewayConfig {
  return loadConfig(schema, env)
}

/** The services of an older setup, which names each by a variable, with what they were trusted with then. */
export function olderServices(config: GatewayConfig): ServiceList {
  if (config.IDENTITY_URL === undefined) {
    throw new StartupError('The configuration is not usable: SERVICES_FILE: must be given.')
  }
  const service = (url: string | undefined, ...prefixes: string[]) => ({ url, prefixes, follows: [] })
  return {
    identity: service(config.IDENTITY_URL, '/api/auth', '/api/users'),
    inventory: service(config.INVENTORY_URL, '/api/medicines'),
    alerts: service(config.ALERTS_URL, '/api/alerts'),
    sales: service(config.SALES_URL, '/api/transactions'),
    analytics: service(config.ANALYTICS_URL, '/api/medicines/climate-demand'),
  }
}
