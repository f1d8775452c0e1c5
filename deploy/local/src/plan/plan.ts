import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serviceSettings, settingNames } from '@mms/service-kit/config'
import type { z } from 'zod'
import type { LocalConfig } from '../config.ts'
import type { ChildPlan, ProgramPlan } from '../process/launch.ts'
import type { DataFolder } from '../setup/data-folder.ts'
import { databaseUrl, embeddedDatabasePath, ensureDatabases } from '../setup/databases.ts'
import type { FrontEnds } from '../setup/front-ends.ts'
import { assertNotMoved } from '../setup/moved.ts'
import { ensureSealingKey, ensureServiceKeys, generateSigningKeyOnce } from '../setup/service-keys.ts'
import { followedServices, serviceNames } from '../setup/service-list.ts'

type Settings = Record<string, string | undefined>

export interface SuiteContext {
  root: string
  config: LocalConfig
  data: DataFolder
}

const identitySettings = async ({ config, data }: SuiteContext): Promise<Settings> => ({
  SIGNING_KEY: await generateSigningKeyOnce(),
  SEALING_KEY_FILE: ensureSealingKey(data.path),
  ADMIN_EMAIL: config.ADMIN_EMAIL,
  ADMIN_PASSWORD: config.ADMIN_PASSWORD,
})

export const portsFile = (dataFolder: string) => join(dataFolder, 'ports.json')

export const BACKUP_STATE = 'backup.json'

export function databaseOf(
  { config, data }: Pick<SuiteContext, 'config'> & { data: Pick<DataFolder, 'path'> },
  service: string,
): string {
  return config.DATABASE_URL
    ? databaseUrl(config.DATABASE_URL, service)
    : embeddedDatabasePath(data.path, service)
}

/** Creates databases on a server. Embedded ones are created on first use; throws if they were moved to a server. */
export async function prepareDatabases(context: SuiteContext): Promise<void> {
  if (!context.config.DATABASE_URL) return assertNotMoved(context.data.path)
  await ensureDatabases(serviceNames.map((name) => databaseOf(context, name)))
}

/** `medicine-orders` becomes `MEDICINE_ORDERS_URL`. */
const urlSetting = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`

/** Environment variables of the machine that programs need. They are not settings of the suite. */
const MACHINE =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|NODE_\w+|SSL_CERT_\w+|OTEL_\w+|(HTTPS?|NO)_PROXY|MMS_TEST_RUN)$/i

async function declaredNames(folder: string): Promise<string[]> {
  const file = join(folder, 'src/config.ts')
  if (!existsSync(file)) return Object.keys(serviceSettings)
  const { settings } = (await import(file)) as { settings: z.ZodType }
  return settingNames(settings)
}

/** Passes on only the settings that a program declares, so that none sees another's secrets. */
async function inheritedSettings(folder: string): Promise<Settings> {
  const declared = new Set((await declaredNames(folder)).flatMap((name) => [name, `${name}_FILE`]))
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => declared.has(name) || MACHINE.test(name)),
  )
}

/** A given setting also replaces the inherited `_FILE` setting of the same name. */
function settingsOf(inherited: Settings, given: Settings): Settings {
  const files = Object.keys(given).map((name) => [`${name}_FILE`, undefined])
  return { ...inherited, ...Object.fromEntries(files), ...given }
}

function commonSettings({ root, config }: SuiteContext, ports: number[]): Settings {
  const urls = serviceNames.map((name, i) => [urlSetting(name), `http://127.0.0.1:${ports[i]}`])
  return {
    ...Object.fromEntries(urls),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(root, '.cache/compile/children'),
    LOG_LEVEL: config.LOG_LEVEL,
    PUBLIC_ORIGIN: config.PUBLIC_ORIGIN,
    // Services migrate at their start here, not by a separate job.
    MIGRATIONS: undefined,
    JWKS_URL: `http://127.0.0.1:${ports[serviceNames.indexOf('identity')]}/.well-known/jwks.json`,
  }
}

export function planServices(context: SuiteContext, ports: number[]): Promise<ChildPlan[]> {
  const common = commonSettings(context, ports)
  const keySettings = ensureServiceKeys(context.data.path, followedServices)
  return Promise.all(
    serviceNames.map(async (name, i) => {
      const folder = join(context.root, 'services', name)
      const inherited = await inheritedSettings(folder)
      const given = {
        ...common,
        PORT: String(ports[i]),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseOf(context, name),
        ...keySettings(name),
        ...(name === 'identity' && (await identitySettings(context))),
      }
      return { name, file: join(folder, 'src/main.ts'), env: settingsOf(inherited, given) }
    }),
  )
}

interface GatewayFiles {
  areasFile: string
  servicesFile: string
  operationsPort?: number | undefined
}

export async function planGateway(
  context: SuiteContext,
  ports: number[],
  frontEnds: FrontEnds,
  { areasFile, servicesFile, operationsPort }: GatewayFiles,
): Promise<ChildPlan> {
  const { root, config } = context
  const folder = join(root, 'gateway')
  const given = {
    ...commonSettings(context, ports),
    PORT: String(config.PORT),
    HOST: config.HOST,
    SHELL_DIR: frontEnds.shell,
    DATA_DIR: context.data.path,
    AREAS_FILE: areasFile,
    SERVICES_FILE: servicesFile,
    OPS_HOST: '127.0.0.1',
    OPS_PORT: operationsPort === undefined ? undefined : String(operationsPort),
    // Unset without scheduled backups, so that none is reported missing.
    BACKUP_STATE_FILE: config.BACKUP_TO && join(context.data.path, BACKUP_STATE),
  }
  return {
    name: 'gateway',
    file: join(folder, 'src/main.ts'),
    env: settingsOf(await inheritedSettings(folder), given),
  }
}

/** Programs needed for a sale. They are kept apart from reports and forecasts, which block their process for seconds. */
const COUNTER = new Set(['gateway', 'identity', 'inventory', 'sales'])

/** The process gets only the machine's variables. Each program in it gets its own settings. */
function planShared(root: string, name: string, programs: ProgramPlan[]): ChildPlan {
  const env = Object.entries(programs[0]?.env ?? {}).filter(([setting]) => MACHINE.test(setting))
  return {
    name,
    file: join(root, 'deploy/local/src/one-process/main.ts'),
    env: Object.fromEntries(env),
    programs,
  }
}

export function shareProcesses(root: string, plans: ChildPlan[]): ChildPlan[] {
  const { till = [], office = [] } = Object.groupBy(plans, ({ name }) =>
    COUNTER.has(name) ? 'till' : 'office',
  )
  const shared = [planShared(root, 'office', office), planShared(root, 'till', till)]
  return shared.filter(({ programs = [] }) => programs.length > 0)
}
