import { readFileSync } from 'node:fs'
import { DEFAULT_TIME_ZONE, timeZoneSchema } from '@mms/contracts'
import { z } from 'zod'

/** A startup failure that an operator can fix. Printed as one sentence, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** SQLITE_FULL as reported by Node's own SQLite. */
const NODE_SQLITE_FULL = 13

/** Text for standard error: one sentence for a known failure, else the stack. */
export function describeStartupError(error: unknown): string {
  const {
    code = '',
    errcode,
    message,
    stack = message,
  } = error as NodeJS.ErrnoException & { errcode?: number }
  if (error instanceof StartupError) return message
  // SQLite may report a full disk as an I/O error.
  return FULL.has(code) || errcode === NODE_SQLITE_FULL || code.startsWith('SQLITE_IOERR')
    ? `The disk is full or broken: ${message}; make room, and try again.`
    : stack
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().max(65_535))

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && href === `${origin}/`
}

const origin = z
  .string()
  .refine(isOrigin, 'must be an http or https address without a path')
  .transform((text) => new URL(text).origin)

const hasCredentials = (url: string) =>
  URL.canParse(url) && (new URL(url).username !== '' || new URL(url).password !== '')

/** An address outside the suite, without credentials: `fetch` rejects them with an error that has the password. */
export const outsideUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(
    (url) => !hasCredentials(url),
    'must not contain a user name or a password: such an address cannot be called',
  )

/** Settings of every service. Spread them into the service's own `z.object`. */
export const serviceSettings = {
  /** `development` and `test` are for engineers. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Address of this machine to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Port to listen on. */
  PORT: port,
  /** Minimum severity of log lines, from `fatal` to `trace`, or `silent`. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** `sqlite:/absolute/file.sqlite` or `mysql://user:password@host:port/database`; a cluster adds `?cluster=galera&nodes=host:port,…` */
  DATABASE_URL: z.string().regex(/^(sqlite:|mysql:\/\/)/, 'must start with sqlite: or mysql://'),
  /** `by-job`: the process waits until `node main.js migrate` has migrated the schema, and needs no rights to change it. */
  MIGRATIONS: z.enum(['at-start', 'by-job']).default('at-start'),
  /** Address of the public keys of access tokens. */
  JWKS_URL: z.url(),
  /** Private key that signs calls of this service: PEM, P-256. */
  SERVICE_KEY_FILE: z.string().optional(),
  /** Public keys of the services that may call this one: JSON, PEM by name. */
  SERVICE_CALLERS_FILE: z.string().optional(),
  /** Address that browsers use, e.g. `https://pharmacy.example`; the same for every process. */
  PUBLIC_ORIGIN: origin.optional(),
  /** Time zone of the days of "today", expiry, counts and reports; the same for every process. */
  STORE_TIME_ZONE: timeZoneSchema.default(DEFAULT_TIME_ZONE),
  /** OTLP collector of spans, e.g. `http://collector:4318`; without it there are no spans. */
  OTEL_EXPORTER_OTLP_ENDPOINT: outsideUrlSchema.optional(),
  /** Headers for the collector, `name=value,…`, such as its key; the library reads them. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Share of recorded traces, 0 to 1; the same for every process. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds to keep answering after SIGTERM, so that load balancers notice first. */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).default(0),
}

/** Names of the settings that a schema declares. Empty if the schema is not an object. */
export function settingNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return settingNames(schema.in as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read or written by this user',
}

export function describeReadFailure(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return UNREAD[code ?? ''] ?? `cannot be read (${code})`
}

function readSetting(name: string, file: string): string {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (value !== '') return value
  } catch (cause) {
    throw new StartupError(`The file ${file} of ${name} ${describeReadFailure(cause)}.`, { cause })
  }
  throw new StartupError(`The file ${file} of ${name} is empty.`)
}

/** Reads settings that are given as files, for example `SMTP_URL_FILE=/run/secrets/smtp-url`. */
function readFiles(names: string[], present: Record<string, string | undefined>): Record<string, string> {
  const read: Record<string, string> = {}
  for (const name of names) {
    const file = present[`${name}_FILE`]
    if (file === undefined || names.includes(`${name}_FILE`)) continue
    if (present[name] !== undefined) throw new StartupError(`Give ${name} or ${name}_FILE, not both.`)
    read[name] = readSetting(`${name}_FILE`, file)
  }
  return read
}

/**
 * Reads settings from the environment. Throws a `StartupError` that lists all problems. Empty variables count as
 * absent. `NAME_FILE` is the path of a file with the value of `NAME`; its final line end is removed.
 */
export function loadConfig<T extends z.ZodType>(
  schema: T,
  env: Record<string, string | undefined> = process.env,
): z.output<T> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse({ ...present, ...readFiles(settingNames(schema), present) })
  if (result.success) return result.data
  throw new StartupError(`Invalid configuration: ${wordsOf(result.error)}.`)
}

/** Returns a parser for JSON of this schema. Its error is one sentence that names the invalid fields. */
export function jsonParser<T extends z.ZodType>(schema: T): (text: string) => z.output<T> {
  return (text) => {
    const result = schema.safeParse(JSON.parse(text))
    if (result.success) return result.data
    throw new Error(wordsOf(result.error))
  }
}

function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
}
