import type { Knex } from 'knex'
import { isEmbedded } from './open.ts'

/** A UUID made by the application. */
export function idColumn(table: Knex.CreateTableBuilder, name = 'id'): Knex.ColumnBuilder {
  return table.specificType(name, 'char(36)').notNullable()
}

/** A UTC instant with milliseconds; write a `Date`, read it with `toInstant`. */
export function instantColumn(table: Knex.CreateTableBuilder, name: string): Knex.ColumnBuilder {
  return table.datetime(name, { precision: 3 }).notNullable()
}

/** Required by `lockAcrossNodes`. */
export function lockColumn(table: Knex.CreateTableBuilder): Knex.ColumnBuilder {
  return table.bigInteger('locks').notNullable().defaultTo(0)
}

/**
 * Creates a table with its indexes if it does not exist. MySQL cannot roll DDL back, so the table is built under
 * another name and renamed when complete. Name every index and constraint yourself. Text compares byte by byte: add a
 * lower-cased column for case-insensitive search.
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

export async function addColumnOnce(
  db: Knex,
  tableName: string,
  columnName: string,
  build: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  if (await hasColumn(db, tableName, columnName)) return
  await db.schema.alterTable(tableName, build)
}

export async function addIndexOnce(
  db: Knex,
  tableName: string,
  indexName: string,
  build: (table: Knex.AlterTableBuilder) => void,
): Promise<void> {
  if (await hasIndex(db, tableName, indexName)) return
  await db.schema.alterTable(tableName, build)
}

/** Includes generated columns, which knex does not see in SQLite. */
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
