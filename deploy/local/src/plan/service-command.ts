import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from './config.ts'
import { planServices } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'
import { serviceNames } from './setup/service-list.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

export interface ServiceCommand {
  service: string
  word: string
  databaseUrl?: string
}

export async function runServiceCommand(
  config: LocalConfig,
  { service, word, databaseUrl }: ServiceCommand,
): Promise<string> {
  // No port is opened.
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
