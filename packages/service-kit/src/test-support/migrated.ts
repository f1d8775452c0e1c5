import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type MigrateOptions, type Migration, migrate } from '../database/migrate.ts'
import { isEmbedded, openDatabase } from '../database/open.ts'
import { startNewEpoch } from '../feed/numbering.ts'
import type { OpenTestDatabase } from './databases.ts'

interface Template {
  name: string
  tables: { name: string; ddl: string; columns: string[] }[]
}

/** Global, because each test file loads this module again. */
const kept = globalThis as typeof globalThis & { migratedTemplates?: Map<string, Template> }

/** Hashes the migrations' source, so that a changed migration gets its own template. */
function fingerprintOf(migrations: Migration[]): string {
  const texts = migrations.map(({ name, up }) => `${name} ${up}`)
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex')
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

async function withServer<T>(url: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    await db.raw('set foreign_key_checks = 0')
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function writtenColumns(db: Knex, schema: string): Promise<Map<string, string[]>> {
  const rows: { table: string; column: string }[] = await db('information_schema.columns')
    .where({ table_schema: schema })
    .whereNot('extra', 'like', '%GENERATED%')
    .orderBy(['table_name', 'ordinal_position'])
    .select({ table: 'table_name', column: 'column_name' })
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map([...tables].map(([table, columns]) => [table, columns.map(({ column }) => column)]))
}

async function fill(db: Knex, { name, tables }: Template, to: string): Promise<void> {
  for (const table of tables) {
    const columns = table.columns.map(() => '??').join(', ')
    await db.raw(table.ddl.replace('CREATE TABLE ', () => `CREATE TABLE \`${to}\`.`))
    const names = [to, table.name, ...table.columns, ...table.columns, name, table.name]
    await db.raw(`insert into ??.?? (${columns}) select ${columns} from ??.??`, names)
  }
}

function keepTemplate({ url }: OpenTestDatabase): Promise<Template> {
  const from = databaseOf(url)
  return withServer(url, async (db) => {
    const tables = []
    for (const [name, columns] of await writtenColumns(db, from)) {
      const [[row]] = await db.raw('show create table ??', [name])
      tables.push({ name, columns, ddl: row['Create Table'] as string })
    }
    const name = `template_${randomBytes(6).toString('hex')}`
    await db.raw('create database ??', [name])
    await fill(db, { name: from, tables }, name)
    return { name, tables }
  })
}

async function copyTo({ db, url }: OpenTestDatabase, template: Template): Promise<void> {
  await withServer(url, (server) => fill(server, template, databaseOf(url)))
  if (template.tables.some(({ name }) => name === 'feed_head')) await startNewEpoch(db)
}

/**
 * As `migrate`, for tests. The first database of a worker becomes a template, and empty ones get a copy, which takes a
 * quarter of the time.
 */
export async function migrateForTest(
  database: OpenTestDatabase,
  migrations: Migration[],
  options: MigrateOptions,
): Promise<void> {
  const { db, url } = database
  const isEmpty = async () => (await writtenColumns(db, databaseOf(url))).size === 0
  if (isEmbedded(db) || !(await isEmpty())) return migrate(db, migrations, options)
  const key = fingerprintOf(migrations)
  kept.migratedTemplates ??= new Map()
  const template = kept.migratedTemplates.get(key)
  if (template) await copyTo(database, template)
  await migrate(db, migrations, options)
  if (!template) kept.migratedTemplates.set(key, await keepTemplate(database))
}
