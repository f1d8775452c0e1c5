import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { emailSchema, newPasswordSchema } from '@mms/contracts'
import { bucketSettings } from '@mms/service-kit/bucket'
import { loadConfig, StartupError, serviceSettings } from '@mms/service-kit/config'
import { z } from 'zod'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().min(1).max(65_535))

const mysqlServer = z
  .string()
  .regex(
    /^mysql:\/\/[^/?]+(\/\w{0,40})?\/?(\?[^#]*)?$/,
    'must look like mysql://user:password@host:3306 or …:3306/prefix, with ?ssl-mode=… where wanted',
  )

/** Folder of this release. */
export const root = resolve(import.meta.dirname, '../../..')

export const settings = z.object({
  /** Port for browsers. */
  PORT: port.default(5000),
  /** `127.0.0.1`: this machine only. `0.0.0.0`: the network too. */
  HOST: z.string().default('127.0.0.1'),
  /** Databases, keys and logs. */
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** MySQL server instead of embedded databases, with a database per service. */
  DATABASE_URL: mysqlServer.optional(),
  /** Email address of the first administrator. */
  ADMIN_EMAIL: emailSchema.optional(),
  /** First password of the administrator. Generated and printed if absent. */
  ADMIN_PASSWORD: newPasswordSchema.optional(),
  /** Level of the log files. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address that browsers use, behind a TLS proxy. */
  PUBLIC_ORIGIN: serviceSettings.PUBLIC_ORIGIN,
  /** Folder or S3-compatible bucket (`https://…/bucket`) for backups. */
  BACKUP_TO: z.string().optional(),
  ...bucketSettings,
  /** Key of backups; name the file of `npm run backup -- --new-key` with `BACKUP_KEY_FILE`. */
  BACKUP_KEY: z.string().optional(),
  /** Hours between scheduled backups. */
  BACKUP_HOURS: z.coerce.number().positive().max(500).default(24),
  /** Number of backups to keep. */
  BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
  /** List of areas, instead of the builds in this repository. */
  AREAS_FILE: z
    .string()
    .transform((file) => resolve(file))
    .optional(),
})

export type LocalConfig = z.output<typeof settings>

/** Throws a `StartupError` that lists all wrong settings. */
export const readConfig = (): LocalConfig => loadConfig(settings, process.env)

const LOCAL = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'])

/** Address of the suite for browsers on this machine. */
export function suiteAddress({ HOST, PORT }: LocalConfig): string {
  const host = LOCAL.has(HOST) ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}`
}

/** Without a preceding `--`, npm takes options for itself and the program runs without them. */
export function assertOptionsReceived(options: string[], env = process.env): void {
  const taken = options.find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)
  if (taken === undefined) return
  throw new StartupError(
    `npm kept --${taken} to itself: write -- before the options, as in npm run ${env.npm_lifecycle_event} -- --${taken}.`,
  )
}

/** Options after `npm start --`. Throws a `StartupError` for unknown ones. */
export function readOptions(args: string[]): { separate: boolean } {
  try {
    const { values } = parseArgs({ args, options: { separate: { type: 'boolean' } } })
    return { separate: values.separate ?? false }
  } catch (cause) {
    throw new StartupError(
      `Unknown option ${args.find((each) => each !== '--separate')}: npm start takes none, or -- --separate for a process for each service.`,
      { cause },
    )
  }
}
