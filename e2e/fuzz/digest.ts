import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { isEmbedded } from '@mms/service-kit/test-support'

type Database = ReturnType<typeof openDatabase>

/** Tables that change without a request or by a refusal: leases, cursors, audit log, throttle. */
const BUSY =
  /^(knex_|sqlite_|audit_|leases?$|feed_|projection|throttle_|familiar_|factor_challenges|.*_runs$|.*cursors?$|calendar)/

/** Two equal readings, this far apart, count as settled. */
const LOOK_MS = 120
const LOOKS = 100

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
  /** Digest once nothing changes any more. */
  settled(): Promise<Digest>
  close(): Promise<void>
}

/** Digests of a service's tables; a file is read again only after a write. */
function createReader(db: Database, tables: string[]): () => Promise<Digest> {
  if (!isEmbedded(db)) {
    return async () => {
      const names = tables.map(() => '??').join()
      const [rows] = (await db.raw(`checksum table ${names}`, tables)) as [
        { Table: string; Checksum: unknown }[],
      ]
      return new Map(rows.map(({ Table, Checksum }) => [Table, String(Checksum)]))
    }
  }
  let version: unknown
  let digests: Digest = new Map()
  return async () => {
    const [{ data_version: now }] = (await db.raw('pragma data_version')) as [{ data_version: unknown }]
    if (now === version) return digests
    const entries = tables.map(async (table) => {
      const rows = (await db(table).select()).map((row) => JSON.stringify(row)).sort()
      return [table, createHash('sha256').update(rows.join('\n')).digest('base64')] as const
    })
    digests = new Map(await Promise.all(entries))
    version = now
    return digests
  }
}

export async function openDatabases(urls: Record<string, string>): Promise<Databases> {
  const open = await Promise.all(
    Object.entries(urls).map(async ([service, url]) => {
      const db = openDatabase(url, { poolSize: 1 })
      return { service, db, read: createReader(db, await tablesOf(db)) }
    }),
  )
  const digest = async () => {
    const parts = await Promise.all(
      open.map(async ({ service, read }) =>
        [...(await read())].map(([table, hash]) => [`${service}.${table}`, hash] as const),
      ),
    )
    return new Map(parts.flat())
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
