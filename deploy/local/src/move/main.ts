import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { main, StartupError } from '@mms/service-kit'
import { type LocalConfig, readConfig } from '../config.ts'
import { runServiceCommand } from '../plan/service-command.ts'
import { openDataFolder, syncToDisk } from '../setup/data-folder.ts'
import { databaseUrl, embeddedDatabasePath, ensureDatabases } from '../setup/databases.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { setAsideEmbeddedDatabases } from '../setup/moved.ts'
import { giveToOwner } from '../setup/owner.ts'
import { serviceNames } from '../setup/service-list.ts'
import { copyDatabase } from './copy.ts'
import { moveTables, recreateDatabase, tablesOf, withServerConnection } from './server.ts'

const USAGE = 'DATABASE_URL=mysql://user:password@host:3306 npm run move'

interface Move {
  service: string
  file: string
  url: string
  beside: string
}

function planMoves(config: LocalConfig, server: string): Move[] {
  const moves = serviceNames.map((service) => {
    const url = databaseUrl(server, service)
    const beside = new URL(url)
    beside.pathname += '_moving'
    return { service, file: join(config.DATA_DIR, `${service}.sqlite`), url, beside: beside.href }
  })
  const found = moves.filter(({ file }) => existsSync(file))
  if (found.length > 0) return found
  throw new StartupError(`There are no embedded databases in ${config.DATA_DIR}.`)
}

async function assertEmpty(moves: Move[]): Promise<void> {
  for (const { url } of moves) {
    const tables = await withServerConnection(url, tablesOf)
    if (tables.length === 0) continue
    const { host, pathname } = new URL(url)
    throw new StartupError(
      `The database ${pathname.slice(1)} at ${host} is not empty. Choose another server, or a prefix (${USAGE}/prefix).`,
    )
  }
}

async function copyBeside(config: LocalConfig, { service, file, beside }: Move): Promise<number> {
  await withServerConnection(beside, recreateDatabase)
  for (const url of [embeddedDatabasePath(config.DATA_DIR, service), beside]) {
    await runServiceCommand(config, { service, word: 'migrate', databaseUrl: url })
  }
  return copyDatabase(file, beside)
}

async function moveAll(config: LocalConfig, server: string): Promise<void> {
  const moves = planMoves(config, server)
  await ensureDatabases(moves.map(({ url }) => url))
  await assertEmpty(moves)
  for (const move of moves) {
    const rows = await copyBeside(config, move)
    process.stdout.write(`${move.service}: ${rows} rows, each read again.\n`)
  }
  for (const { url, beside } of moves) {
    const loaded = new URL(beside).pathname.slice(1)
    await withServerConnection(url, (connection, database) => moveTables(connection, database, loaded))
  }
  const aside = setAsideEmbeddedDatabases(config.DATA_DIR, serviceNames, new URL(server).host)
  syncToDisk(config.DATA_DIR)
  giveToOwner(config.DATA_DIR)
  process.stdout.write(
    `Moved. The embedded databases are in ${aside}: remove it when all is well.\n` +
      'Start the suite with this DATABASE_URL, then compare both ledgers: npm run reconcile\n',
  )
}

/** Moves a stopped suite from embedded databases to the server of DATABASE_URL. */
await main(async () => {
  const config = readConfig()
  if (process.argv.length > 2 || !config.DATABASE_URL) throw new StartupError(`Usage: ${USAGE}.`)
  const lock = await lockDataFolder(openDataFolder(config.DATA_DIR).path)
  try {
    await moveAll(config, config.DATABASE_URL)
  } finally {
    lock.release()
  }
})
