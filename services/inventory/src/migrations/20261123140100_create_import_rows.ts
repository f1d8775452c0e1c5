import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/**
 * What each row of an import did to which medicine, once: the version that came of it, and what stood there before (null
 * where it was added). `outcome`: `undone` or `kept` once the import was taken back.
 */
export const createImportRows: Migration = {
  name: '20261123140100_create_import_rows',
  up: (db) =>
    createTableOnce(db, 'import_rows', (table) => {
      idColumn(table, 'import_id')
      table.integer('row_number').notNullable()
      idColumn(table, 'medicine_id')
      table.string('kind', 10).notNullable()
      table.integer('version').notNullable()
      table.text('state_before').nullable()
      table.string('outcome', 10).nullable()
      table.primary(['import_id', 'row_number'], 'import_rows_primary')
      table.unique(['import_id', 'medicine_id'], { indexName: 'import_rows_medicine_once' })
    }),
}
