import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

const lowStock = 'case when sort_name is not null then current_stock <= min_stock_level end'
const livingBarcode = 'case when sort_name is not null then barcode end'
const stockRatio = 'case when sort_name is not null then (current_stock + 1e0) / (min_stock_level + 1e0) end'

/**
 * `sort_name` is the application's lower-case form of the name, compared byte by byte, so that both databases order alike. A
 * deleted medicine has no `sort_name`, no `low_stock` and no `stock_ratio`: no list finds it. The last two follow
 * from the stock and cannot drift from it; (stock + 1) / (minimum + 1) is defined for a minimum of 0 too. Nor has it a
 * `living_barcode`: deleting a medicine frees the code of its pack.
 */
export const createMedicines: Migration = {
  name: '20261120140000_create_medicines',
  up: (db) =>
    createTableOnce(db, 'medicines', (table) => {
      idColumn(table).primary()
      table.string('name', 200).notNullable()
      table.string('category', 20).notNullable()
      table.string('manufacturer', 200).notNullable()
      table.string('barcode', 14).nullable()
      table.integer('current_stock').notNullable()
      table.integer('min_stock_level').notNullable()
      table.integer('unit_price_paise').notNullable()
      table.date('expiry_date').nullable()
      table.text('demand_factors').notNullable()
      table.integer('version').notNullable()
      table.integer('stock_version').notNullable()
      table.binary('sort_name', 600).nullable()
      table.specificType('low_stock', `tinyint generated always as (${lowStock}) stored`)
      table.specificType('living_barcode', `varchar(14) generated always as (${livingBarcode}) virtual`)
      table.specificType('stock_ratio', `double generated always as (${stockRatio}) stored`)
      instantColumn(table, 'created_at')
      instantColumn(table, 'updated_at')
      table.datetime('deleted_at', { precision: 3 }).nullable()
      table.check('current_stock >= 0', undefined, 'medicines_stock_not_negative')
      table.unique(['living_barcode'], { indexName: 'medicines_living_barcode' })
      table.index(['sort_name', 'id', 'category', 'low_stock', 'expiry_date'], 'medicines_by_name')
      table.index(['category', 'sort_name', 'id', 'low_stock', 'expiry_date'], 'medicines_by_category')
      table.index(['low_stock', 'sort_name', 'id', 'category'], 'medicines_low_stock')
      table.index(['expiry_date', 'sort_name', 'id', 'category'], 'medicines_by_expiry')
      table.index(['stock_ratio', 'id'], 'medicines_by_stock_ratio')
    }),
}
