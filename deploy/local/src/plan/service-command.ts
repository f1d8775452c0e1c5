import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { StartupError } from '@mms/service-kit/config'
import { type LocalConfig, readConfig, root } from '../config.ts'
import { openDataFolder } from '../setup/data-folder.ts'
import { serviceNames } from '../setup/service-list.ts'
import { planServices, portsFile } from './plan.ts'

const run = promisify(execFile)

function readPorts(dataFolder: string): number[] {
  try {
    return JSON.parse(readFileSync(portsFile(dataFolder), 'utf8'))
  } catch (cause) {
    throw new StartupError(
      `No suite has run with the data directory ${dataFolder} yet, or this user may not read it.`,
      { cause },
    )
  }
}

/** Plans the services of the suite that uses this data directory. */
export function planRunningSuite() {
  const config = readConfig()
  const ports = readPorts(config.DATA_DIR)
  return planServices({ root, config, data: openDataFolder(config.DATA_DIR) }, ports)
}

export interface ServiceCommand {
  service: string
  word: string
  databaseUrl?: string
}

export async function runServiceCommand(
  config: LocalConfig,
  { service, word, databaseUrl }: ServiceCommand,
): Promise<string> {
  // Placeholders, because no port is opened.
  const ports = serviceNames.map((_, index) => index + 1)
  const plans = await planServices({ root, config, data: openDataFolder(config.DATA_DIR) }, ports)
  const plan = plans.find(({ name }) => name === service)
  if (!plan) throw new StartupError(`There is no service ${service}.`)
  const env = { ...plan.env, LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  try {
    const { stdout } = await run(process.execPath, [plan.file, word], { env: env as NodeJS.ProcessEnv })
    return stdout
  } catch (cause) {
    const { stderr, code } = cause as { stderr: string; code: number }
    throw new StartupError(stderr.trim() || `${service} ended with ${code}.`, { cause })
  }
}
