import { existsSync } from 'node:fs'
import { main, StartupError } from '@mms/service-kit'
import { type LocalConfig, readConfig } from '../config.ts'
import { databaseOf } from '../plan/plan.ts'
import { runServiceCommand } from '../plan/service-command.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { serviceNames } from '../setup/service-list.ts'

const COMMAND = 'npm run restored -- SERVICE'
const EMBEDDED = 'sqlite:'

function readService([name = '', ...others]: string[]): string {
  if (serviceNames.includes(name) && others.length === 0) return name
  throw new StartupError(
    `${COMMAND}: name the service whose database was restored: ${serviceNames.join(', ')}.`,
  )
}

/** Throws if the folder or database is missing, because this command must not create it. */
function findDatabase(config: LocalConfig, service: string): void {
  const url = databaseOf({ config, data: { path: config.DATA_DIR } }, service)
  const place = url.startsWith(EMBEDDED) ? url.slice(EMBEDDED.length) : config.DATA_DIR
  if (existsSync(place)) return
  throw new StartupError(`There is no ${place}: set DATA_DIR to the data directory of the suite.`)
}

async function lockStoppedSuite(folder: string) {
  try {
    return await lockDataFolder(folder)
  } catch (cause) {
    const { message } = cause as Error
    throw new StartupError(
      `${message} Then restore the database if that is still to be done, ${COMMAND}, and start again.`,
      { cause },
    )
  }
}

/** Starts a new feed epoch after a restore, so that consumers rebuild and forget events that were lost. */
await main(async () => {
  const service = readService(process.argv.slice(2))
  const config = readConfig()
  findDatabase(config, service)
  await lockStoppedSuite(config.DATA_DIR)
  const words = await runServiceCommand(config, { service, word: 'restored' })
  process.stdout.write(`${words}Start the suite, and then compare both ledgers with: npm run reconcile\n`)
})
