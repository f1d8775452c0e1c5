import { byDialect, createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** Compared letter by letter, by both databases. */
const exactText = (length: number) => ({
  sqlite: `varchar(${length})`,
  mysql: `varchar(${length}) character set utf8mb4 collate utf8mb4_bin`,
})

/** Recalls in force: every later delivery of the number is held, under any medicine of the maker. */
export const createRecalls: Migration = {
  name: '20261126230000_create_recalls',
  up: (db) =>
    createTableOnce(db, 'recalls', (table) => {
      table.specificType('maker_key', byDialect(db, exactText(200))).notNullable()
      table.specificType('batch_number', byDialect(db, exactText(50))).notNullable()
      table.string('reason', 200).notNullable()
      table.string('recalled_by', 64).notNullable()
      table.string('recalled_by_name', 200).notNullable()
      instantColumn(table, 'created_at')
      table.primary(['maker_key', 'batch_number'], 'recalls_primary')
    }),
}
