import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/**
 * Stock of a medicine by batch. The batch without a number has the id of its medicine, so there is one of each. Prices in
 * paise; null where they are those of the medicine.
 */
export const createBatches: Migration = {
  name: '20261125083000_create_batches',
  up: (db) =>
    createTableOnce(db, 'batches', (table) => {
      idColumn(table).primary()
      idColumn(table, 'medicine_id')
      table.string('batch_number', 50).nullable()
      table.date('expiry_date').nullable()
      table.integer('mrp_paise').nullable()
      table.integer('unit_price_paise').nullable()
      table.integer('cost_price_paise').nullable()
      table.string('supplier', 200).nullable()
      table.string('status', 20).notNullable()
      table.integer('stock').notNullable()
      table.integer('version').notNullable()
      instantColumn(table, 'created_at')
      table.check('stock >= 0', undefined, 'batches_stock_not_negative')
      table.unique(['medicine_id', 'batch_number'], { indexName: 'batches_number_once' })
      table.foreign('medicine_id', 'batches_medicine').references('id').inTable('medicines')
    }),
}
