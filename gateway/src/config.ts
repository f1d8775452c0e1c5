import { emailSchema } from '@mms/contracts'
import { loadConfig, serviceSettings } from '@mms/service-kit/config'
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
  /** JSON file: service → its origin, and the prefixes of the API that it is trusted with. Re-read when it changes. */
  SERVICES_FILE: z.string({ error: 'must be given' }),
  /** Where the public keys of the access tokens are read; by default from identity. */
  JWKS_URL: z.url().optional(),
  /** JSON file: area → folder of its build, or http address that serves it, or its published builds. Re-read when it changes. */
  AREAS_FILE: z.string().optional(),
  /** Folder of the shell's build. Without it only the API and the areas are served. */
  SHELL_DIR: z.string().optional(),
  /** The data directory of a suite on one machine: its disk and its last backup are on the page *Status*. */
  DATA_DIR: z.string().optional(),
  /**
   * Origins of development servers that an administrator may take an area from, such as http://localhost:5102, with commas
   * between.
   */
  DEVELOPER_ORIGINS: listOf(origin),
  /** Others who may, by email address, with commas between. */
  AREA_DEVELOPERS: listOf(emailSchema),
  /** Address that browsers use, when it is not the Host they send. `https://…` turns HSTS on. */
  PUBLIC_ORIGIN,
  /** The zone of the services, for browsers. */
  STORE_TIME_ZONE,
  /** How many proxies in front of us write X-Forwarded-For; 0 believes none. */
  TRUST_PROXY: count(0),
  /** A second port for /livez, /readyz and /metrics, which the public one does not show. */
  OPS_PORT: serviceSettings.PORT.optional(),
  /** Where that port listens, when not where the public one does. */
  OPS_HOST: z.string().optional(),
  /** Where the suite on one machine notes its last good backup; its age is a metric then. */
  BACKUP_STATE_FILE: z.string().optional(),
  /** How old, in hours, the last good backup may become before a person must look. */
  BACKUP_ALARM_HOURS: z.coerce.number().positive().default(50),
  /** How long a client may take to send its body. */
  BODY_TIMEOUT_MS: count(30_000),
  /** Bytes of bodies held in memory until they are whole, of all people; one has at most half of what is left. */
  BODIES_HELD_BYTES: count(32 * 1024 * 1024),
  /** Requests that a service is asked at a time, sign-in apart; more wait a second and are then refused. */
  REQUESTS_PER_SERVICE: count(32),
  /** The same of one person, or of one address where no token is needed. */
  REQUESTS_PER_PERSON: count(16),
  /** Changes a second of one person on average, of five minutes at once; 0 for any number. */
  WRITES_PER_SECOND: count(100),
  /** Connections of one address; behind proxies (`TRUST_PROXY`) their own limit counts. */
  CONNECTIONS_PER_ADDRESS: count(1_000),
  /** How long a service may take to begin, and then between two pieces of, its answer. */
  UPSTREAM_TIMEOUT_MS: count(30_000),
})

export const filesSettings = z.object({
  HOST,
  PORT,
  LOG_LEVEL,
  SHUTDOWN_DELAY_MS,
  /** The folder of an area's builds, each below its id; what is not found there is looked for in its `current`. */
  FILES_DIR: z.string().default('/srv'),
})

export type FilesConfig = z.output<typeof filesSettings>

export const readFilesConfig = (): FilesConfig => loadConfig(filesSettings)

export type GatewayConfig = z.output<typeof settings>

export function readConfig(env: Record<string, string | undefined> = process.env): GatewayConfig {
  return loadConfig(settings, env)
}
