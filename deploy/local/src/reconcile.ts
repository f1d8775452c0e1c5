import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { main, StartupError } from '@mms/service-kit'
import { readConfig } from './config.ts'
import { planServices, portsFile } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'

const root = resolve(import.meta.dirname, '../../..')

function readPorts(dataFolder: string): number[] {
  try {
    return JSON.parse(readFileSync(portsFile(dataFolder), 'utf8'))
  } catch (cause) {
    throw new StartupError(`No suite has run with the data directory ${dataFolder} yet.`, { cause })
  }
}

/** Compares sales with the stock ledger of the suite that runs with this DATA_DIR; exit code 1 if they differ. */
await main(async () => {
  const config = readConfig()
  const ports = readPorts(config.DATA_DIR)
  const plans = await planServices({ root, config, data: openDataFolder(config.DATA_DIR) }, ports)
  const sales = plans.find(({ name }) => name === 'sales')
  const program = join(root, 'services/sales/src/reconcile-main.ts')
  const { status } = spawnSync(process.execPath, [program], {
    env: sales?.env as NodeJS.ProcessEnv,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
})
