import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Files of medicines that were imported. */
export const createImports: Migration = {
  name: '20261123140000_create_imports',
  up: (db) =>
    createTableOnce(db, 'imports', (table) => {
      idColumn(table).primary()
      table.string('file_name', 200).notNullable()
      table.string('created_by', 64).notNullable()
      table.string('created_by_name', 200).notNullable()
      instantColumn(table, 'created_at')
      table.datetime('undone_at', { precision: 3 }).nullable()
      table.index(['created_at'], 'imports_by_age')
    }),
}
