import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { isEmbedded } from '@mms/service-kit/test-support'

type Database = ReturnType<typeof openDatabase>

/**
 * Tables that change without a request, or because one was refused: who works, how far readers are, when the next
 * try at a password is allowed.
 */
const BUSY =
  /^(knex_|sqlite_|leases?$|feed_|projection|throttle_|familiar_|.*_runs$|.*cursors?$|.*_ages$|calendar)/

/** What happened is settled when two looks, this far apart, are the same. */
const LOOK_MS = 120
const LOOKS = 100

/** A digest of each table, by service and table. */
export type Digest = Map<string, string>

async function tablesOf(db: Database): Promise<string[]> {
  const [query, column] = isEmbedded(db)
    ? ["select name from sqlite_master where type = 'table'", 'name']
    : ['select table_name as name from information_schema.tables where table_schema = database()', 'name']
  const found = await db.raw(query)
  const rows = (isEmbedded(db) ? found : found[0]) as Record<string, string>[]
  return rows.map((row) => row[column] as string).filter((table) => !BUSY.test(table))
}

export interface Databases {
  digest(): Promise<Digest>
  /** The digest once nothing moves any more. */
  settled(): Promise<Digest>
  close(): Promise<void>
}

/** Reads the databases of all services beside them. */
export async function openDatabases(urls: Record<string, string>): Promise<Databases> {
  const open = await Promise.all(
    Object.entries(urls).map(async ([service, url]) => {
      const db = openDatabase(url, { poolSize: 2 })
      return { service, db, tables: await tablesOf(db) }
    }),
  )
  const digest = async () => {
    const parts = await Promise.all(
      open.flatMap(({ service, db, tables }) =>
        tables.map(async (table) => {
          const rows = (await db(table).select()).map((row) => JSON.stringify(row)).sort()
          const hash = createHash('sha256').update(rows.join('\n')).digest('base64')
          return [`${service}.${table}`, hash] as const
        }),
      ),
    )
    return new Map(parts)
  }
  return {
    digest,
    async settled() {
      let before = await digest()
      for (let looks = 0; looks < LOOKS; looks += 1) {
        await delay(LOOK_MS)
        const after = await digest()
        if (changedTables(before, after).length === 0) break
        before = after
      }
      return before
    },
    close: async () => void (await Promise.all(open.map(({ db }) => db.destroy()))),
  }
}

export const changedTables = (before: Digest, after: Digest): string[] =>
  [...after].flatMap(([table, hash]) => (before.get(table) === hash ? [] : [table]))
