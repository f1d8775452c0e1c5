import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartupError } from '@mms/service-kit/config'

const BUSY_TIMEOUT_MS = 5_000
const PAGES = 512

/** Opens a read transaction: it keeps its snapshot of the write-ahead log and does not block writers. */
function pin(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  db.exec('begin')
  db.prepare('select count(*) from sqlite_schema').get()
  return db
}

/** Flushes after each step, so that a concurrent sale waits for one step instead of the whole copy. */
async function copyPaced(db: DatabaseSync, copy: string): Promise<void> {
  const file = openSync(copy, 'a', 0o600)
  await backup(db, copy, { rate: PAGES, progress: () => fdatasyncSync(file) })
  closeSync(file)
  db.close()
}

/** Copies embedded databases as of one moment, while their services keep writing. */
export async function copyDatabases(files: readonly string[], folder: string): Promise<void> {
  const pinned = files.map((file) => [pin(file), join(folder, basename(file))] as const)
  for (const [db, copy] of pinned) await copyPaced(db, copy)
}

export const tablesIn = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'")
    .all()
    .map(({ name }) => String(name))

/** Returns the number of rows. Throws if the database is damaged. Writes no files beside it. */
export function checkDatabase(file: string): number {
  const address = pathToFileURL(file)
  address.search = 'immutable=1'
  const db = new DatabaseSync(address, { readOnly: true })
  try {
    const [first] = db.prepare('pragma integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new StartupError(`The database ${basename(file)} of the backup is damaged.`)
    const count = (table: string) => Number(db.prepare(`select count(*) as rows from "${table}"`).get()?.rows)
    return tablesIn(db).reduce((sum, table) => sum + count(table), 0)
  } finally {
    db.close()
  }
}
