import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** The stock ledger: only ever added to. A movement made by a command has the command's id. */
export const createMovements: Migration = {
  name: '20261120140100_create_movements',
  up: (db) =>
    createTableOnce(db, 'movements', (table) => {
      idColumn(table).primary()
      idColumn(table, 'medicine_id')
      table.integer('version').notNullable()
      table.string('type', 20).notNullable()
      table.integer('effect').notNullable()
      table.integer('balance_after').notNullable()
      table.specificType('reverses', 'char(36)').nullable()
      table.string('actor_id', 64).nullable()
      instantColumn(table, 'created_at')
      table.check('balance_after >= 0', undefined, 'movements_balance_not_negative')
      table.unique(['medicine_id', 'version'], { indexName: 'movements_medicine_version' })
      table.unique(['reverses'], { indexName: 'movements_reversed_once' })
      table.foreign('medicine_id', 'movements_medicine').references('id').inTable('medicines')
    }),
}
