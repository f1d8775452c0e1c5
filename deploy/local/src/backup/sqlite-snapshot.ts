import { closeSync, createReadStream, existsSync, fdatasyncSync, openSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Snapshot, Snapshots } from './snapshot.ts'

const READ_BYTES = 256 * 1024
const BUSY_TIMEOUT_MS = 5_000
/** Pages of one step of a copy. */
const PAGES = 512

/** Opened as it lies there: nothing is written beside it. */
export function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  address.search = 'immutable=1'
  return new DatabaseSync(address, { readOnly: true })
}

/** Rows by table. */
export function countRows(db: DatabaseSync): Record<string, number> {
  const names = db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'")
    .all()
    .map(({ name }) => String(name))
  const count = (name: string) =>
    Number(db.prepare(`select count(*) as count from "${name.replaceAll('"', '""')}"`).get()?.count)
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

/** A reader of the write-ahead log keeps the state that it began with, and stops no writer. */
function pin(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  db.exec('begin')
  db.prepare('select count(*) from sqlite_schema').get()
  return db
}

/**
 * Copies a database step by step, each on the disk before the next: a sale that is committed meanwhile waits for one step, not for
 * the whole copy.
 */
async function copyPaced(db: DatabaseSync, copy: string): Promise<void> {
  const file = openSync(copy, 'a')
  try {
    await backup(db, copy, { rate: PAGES, progress: () => fdatasyncSync(file) })
  } finally {
    closeSync(file)
  }
}

/**
 * The embedded databases at this moment, of the services in their order. A copy of each is made in `folder` while it is
 * read, and removed after.
 */
export function pinEmbedded(files: ReadonlyMap<string, string>, folder: string): Snapshots {
  const pinned: DatabaseSync[] = []
  const release = async () => {
    for (const db of pinned) if (db.isOpen) db.close()
  }
  try {
    const list = [...files]
      .filter(([, file]) => existsSync(file))
      .map(([service, file]): Snapshot => {
        const db = pin(file)
        pinned.push(db)
        const copy = join(folder, basename(file))
        let tables: Record<string, number> = {}
        return {
          service,
          kind: 'sqlite',
          path: basename(file),
          tables: () => tables,
          async *read() {
            await copyPaced(db, copy)
            db.close()
            const copied = openImmutable(copy)
            tables = countRows(copied)
            copied.close()
            yield* createReadStream(copy, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
            rmSync(copy)
          },
        }
      })
    return { list, release }
  } catch (error) {
    for (const db of pinned) db.close()
    throw error
  }
}
