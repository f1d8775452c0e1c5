import { byDialect, createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Numbers are compared letter by letter, by both databases. */
const numberType = {
  sqlite: 'varchar(50)',
  mysql: 'varchar(50) character set utf8mb4 collate utf8mb4_bin',
}

/**
 * Stock of a medicine by batch. The batch without a number has the id of its medicine, so there is one of each. Prices in
 * paise; null where they are those of the medicine. `stock_date` follows from the stock and cannot drift from it: the expiry
 * date of what is there. `held_*`: why, by whom and when it was quarantined or recalled.
 */
export const createBatches: Migration = {
  name: '20261125083000_create_batches',
  up: (db) =>
    createTableOnce(db, 'batches', (table) => {
      idColumn(table).primary()
      idColumn(table, 'medicine_id')
      table.specificType('batch_number', byDialect(db, numberType)).nullable()
      table.date('expiry_date').nullable()
      table.integer('mrp_paise').nullable()
      table.integer('unit_price_paise').nullable()
      table.integer('cost_price_paise').nullable()
      table.string('supplier', 200).nullable()
      table.string('status', 20).notNullable()
      table.string('held_reason', 200).nullable()
      table.string('held_by', 64).nullable()
      table.string('held_by_name', 200).nullable()
      table.datetime('held_at', { precision: 3 }).nullable()
      table.integer('stock').notNullable()
      table.integer('version').notNullable()
      instantColumn(table, 'created_at')
      table.specificType(
        'stock_date',
        'date generated always as (case when stock > 0 then expiry_date end) virtual',
      )
      table.check('stock >= 0', undefined, 'batches_stock_not_negative')
      table.unique(['medicine_id', 'batch_number'], { indexName: 'batches_number_once' })
      table.index(['batch_number', 'id'], 'batches_by_number')
      table.index(['stock_date', 'id'], 'batches_by_stock_date')
      table.foreign('medicine_id', 'batches_medicine').references('id').inTable('medicines')
    }),
}
