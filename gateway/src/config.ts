import { emailSchema } from '@mms/contracts'
import { serviceSettings } from '@mms/service-kit/config'
import { z } from 'zod'

const { NODE_ENV, HOST, PORT, LOG_LEVEL, SHUTDOWN_DELAY_MS, PUBLIC_ORIGIN, STORE_TIME_ZONE } = serviceSettings
const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG } = serviceSettings

const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(item))

const origin = z
  .string()
  .refine(
    (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be origins such as http://localhost:5102, with commas between them',
  )

const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

export const settings = z.object({
  NODE_ENV,
  HOST,
  PORT,
  LOG_LEVEL,
  SHUTDOWN_DELAY_MS,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_TRACES_SAMPLER_ARG,
  /** JSON file with each service's origin and the API prefixes it may serve. Read again when it changes. */
  SERVICES_FILE: z.string({ error: 'must be given' }),
  /** Address of the public keys that verify access tokens. Default: identity's. */
  JWKS_URL: z.url().optional(),
  /** JSON file with each area's build folder, http address or published builds. Read again when it changes. */
  AREAS_FILE: z.string().optional(),
  /** Folder with the shell's build. Without it the gateway serves only the API and areas. */
  SHELL_DIR: z.string().optional(),
  /** Data directory of a suite on one machine. The page *Status* shows its disk space and last backup. */
  DATA_DIR: z.string().optional(),
  /** Comma-separated origins of development servers, such as http://localhost:5102. */
  DEVELOPER_ORIGINS: listOf(origin),
  /** Comma-separated email addresses of people, besides administrators, who may use development servers. */
  AREA_DEVELOPERS: listOf(emailSchema),
  /** Address that browsers use, if a proxy changes `Host`. `https://…` turns HSTS on. */
  PUBLIC_ORIGIN,
  /** The store's time zone, for browsers. */
  STORE_TIME_ZONE,
  /** Number of proxies in front of the gateway that write X-Forwarded-For. 0 trusts none. */
  TRUST_PROXY: count(0),
  /** Separate port for /livez, /readyz and /metrics. */
  OPS_PORT: serviceSettings.PORT.optional(),
  /** Address on which that port listens, if not `HOST`. */
  OPS_HOST: z.string().optional(),
  /** File that describes the last good backup; its age becomes a metric. */
  BACKUP_STATE_FILE: z.string().optional(),
  /** Hours until a missing backup raises an alert. */
  BACKUP_ALARM_HOURS: z.coerce.number().positive().default(50),
  /** Maximum time to receive a request body. */
  BODY_TIMEOUT_MS: count(30_000),
  /** Maximum bytes of unfinished bodies in memory. One person gets at most half of what is left. */
  BODIES_HELD_BYTES: count(32 * 1024 * 1024),
  /** Maximum concurrent requests to a service, sign-in excluded. Further ones wait a second, then get 503. */
  REQUESTS_PER_SERVICE: count(32),
  /** Maximum concurrent requests of a person, or of an address without a token. */
  REQUESTS_PER_PERSON: count(16),
  /** Average changes a second that a person may make, with bursts of five minutes' worth. 0 means no limit. */
  WRITES_PER_SECOND: count(100),
  /** Maximum connections of an address. Not used behind proxies (`TRUST_PROXY`). */
  CONNECTIONS_PER_ADDRESS: count(1_000),
  /** Maximum wait for a service's response to begin, and between two chunks. */
  UPSTREAM_TIMEOUT_MS: count(30_000),
})

export const filesSettings = z.object({
  HOST,
  PORT,
  LOG_LEVEL,
  SHUTDOWN_DELAY_MS,
  /** Folder with the builds of an area by id. Other paths are served from its `current`. */
  FILES_DIR: z.string().default('/srv'),
})

export type GatewayConfig = z.output<typeof settings>
