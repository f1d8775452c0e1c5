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
  /** Where browsers reach it. */
  PORT: port.default(5000),
  /** `127.0.0.1` keeps the suite to this machine, `0.0.0.0` shows it to the network. */
  HOST: z.string().default('127.0.0.1'),
  /** Everything that the suite keeps: databases, keys, logs. */
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** A MySQL server instead of the embedded databases: one database per service is made there. */
  DATABASE_URL: mysqlServer.optional(),
  /** The first administrator, made when there are no users yet. */
  ADMIN_EMAIL: emailSchema.optional(),
  /** His or her first password; without it one is made and printed. */
  ADMIN_PASSWORD: newPasswordSchema.optional(),
  /** Of the files in its `logs`. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The address that browsers use, where a proxy with a certificate is in front. */
  PUBLIC_ORIGIN: serviceSettings.PUBLIC_ORIGIN,
  /** Where backups are written to: a folder, or the address of an S3-compatible bucket (`https://…/bucket`). */
  BACKUP_TO: z.string().optional(),
  ...bucketSettings,
  /** What encrypts them: the content of a file of `npm run backup -- --new-key`; name that with `BACKUP_KEY_FILE`. */
  BACKUP_KEY: z.string().optional(),
  /** Hours between backups of a running suite, where the two settings above are given. */
  BACKUP_HOURS: z.coerce.number().positive().max(500).default(24),
  /** How many backups are kept. */
  BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
  /** Another list of areas than the builds in this repository. */
  AREAS_FILE: z
    .string()
    .transform((file) => resolve(file))
    .optional(),
})

export type LocalConfig = z.output<typeof settings>

/** The settings of the suite on one machine, or a `StartupError` that lists all that is wrong. */
export const readConfig = (): LocalConfig => loadConfig(settings, process.env)

const LOCAL = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'])

/** Address of the suite for browsers on this machine. */
export function suiteAddress({ HOST, PORT }: LocalConfig): string {
  const host = LOCAL.has(HOST) ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}`
}

/** npm takes options for its own where no `--` stands before them, and the program runs without. */
export function assertOptionsReceived(options: string[], env = process.env): void {
  const taken = options.find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)
  if (taken === undefined) return
  throw new StartupError(
    `npm kept --${taken} to itself: write -- before the options, as in npm run ${env.npm_lifecycle_event} -- --${taken}.`,
  )
}

/** What stands after `npm start --`, or a `StartupError` that says what may stand there. */
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
