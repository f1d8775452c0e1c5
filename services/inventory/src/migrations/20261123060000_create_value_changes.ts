import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/**
 * Who set the price or the expiry date of a medicine to what, by the medicine's version: a purchase (its movement), or
 * the form. Only ever added to. Paise or yyyy-mm-dd, as text; null for no date.
 */
export const createValueChanges: Migration = {
  name: '20261123060000_create_value_changes',
  up: (db) =>
    createTableOnce(db, 'value_changes', (table) => {
      idColumn(table, 'medicine_id')
      table.string('field', 20).notNullable()
      table.integer('version').notNullable()
      table.specificType('movement_id', 'char(36)').nullable()
      table.string('value_before', 20).nullable()
      table.string('value_set', 20).nullable()
      table.string('actor_id', 64).nullable()
      table.string('actor_name', 200).nullable()
      instantColumn(table, 'created_at')
      table.primary(['medicine_id', 'field', 'version'], 'value_changes_primary')
      table.index(['movement_id'], 'value_changes_by_movement')
      table.foreign('medicine_id', 'value_changes_medicine').references('id').inTable('medicines')
    }),
}
