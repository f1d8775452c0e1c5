import type { Knex } from 'knex'
import { isEmbedded } from './open.ts'

/** The id of a row: a UUID made by the application. */
export function idColumn(table: Knex.CreateTableBuilder, name = 'id'): Knex.ColumnBuilder {
  return table.specificType(name, 'char(36)').notNullable()
}

/** An instant in UTC with milliseconds; write a `Date`, read it with `toInstant`. */
export function instantColumn(table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.datetime(name, { precision: 3 }).notNullable()
}

/** The column of `lockAcrossNodes`. */
export function lockColumn(table: Knex.CreateTableBuilder): Knex.ColumnBuilder {
  return table.bigInteger('locks').notNullable().defaultTo(0)
}

/**
 * Creates a table with its indexes, unless it is there. MySQL does not roll DDL back, so a migration
 * that was killed runs again: the table is built under another name and renamed when it is whole.
 * Name every index and constraint yourself. Text compares byte by byte, as in SQLite: search and sort by
 * a lower-cased column where case must not matter.
 *
 * @example
 * createTableOnce(db, 'medicines', (table) => {
 *   idColumn(table).primary()
 *   table.string('name', 200).notNullable()
 *   table.check('stock >= 0', undefined, 'medicines_stock_check')
 *   table.index(['name'], 'medicines_name_index')
 * })
 */
export async function createTableOnce(
  db: Knex,
  name: string,
  build: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  if (await db.schema.hasTable(name)) return
  if (isEmbedded(db)) return db.schema.createTable(name, build)
  const unfinished = `${name}__unfinished`
  await db.schema.dropTableIfExists(unfinished)
  await db.schema.createTable(unfinished, (table) => {
    table.engine('InnoDB')
    table.charset('utf8mb4')
    table.collate('utf8mb4_bin')
    build(table)
  })
  await db.schema.renameTable(unfinished, name)
}

/** Adds one column, unless it is there. */
export async function addColumnOnce(
  db: Knex,
  tableName: string,
  columnName: string,
  build: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  if (await hasColumn(db, tableName, columnName)) return
  await db.schema.alterTable(tableName, build)
}

/** Adds one index, unless one of this name is there. */
export async function addIndexOnce(
  db: Knex,
  tableName: string,
  indexName: string,
  build: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  if (await hasIndex(db, tableName, indexName)) return
  await db.schema.alterTable(tableName, build)
}

/** Generated columns too, which knex does not see in SQLite. */
async function hasColumn(db: Knex, tableName: string, columnName: string): Promise<boolean> {
  if (!isEmbedded(db)) return db.schema.hasColumn(tableName, columnName)
  const columns: { name: string }[] = await db.raw('select name from pragma_table_xinfo(?)', [tableName])
  return columns.some(({ name }) => name === columnName)
}

async function hasIndex(db: Knex, tableName: string, indexName: string): Promise<boolean> {
  const found = isEmbedded(db)
    ? db('sqlite_master').where({ type: 'index', tbl_name: tableName, name: indexName })
    : db('information_schema.statistics')
        .whereRaw('table_schema = database()')
        .where({ table_name: tableName, index_name: indexName })
  return (await found.first(db.raw('1'))) !== undefined
}
