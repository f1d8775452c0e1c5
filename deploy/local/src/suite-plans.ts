import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { readConfig } from './config.ts'
import { planServices, portsFile } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'

export const root = resolve(import.meta.dirname, '../../..')

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

export function plansOfSuite() {
  const config = readConfig()
  const ports = readPorts(config.DATA_DIR)
  return planServices({ root, config, data: openDataFolder(config.DATA_DIR) }, ports)
}
