import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * Medicines that were counted in packs once. Release 0.4 writes no `consumed_loose`; then no medicine was converted.
 */
export const addConversions: Migration = {
  name: '20261128200000_add_conversions',
  async up(db) {
    await addColumnOnce(db, 'stock_heads', 'units_times', (table) => {
      table.integer('units_times').nullable()
    })
    await addColumnOnce(db, 'medicines', 'pack_size', (table) => {
      table.integer('pack_size').notNullable().defaultTo(1)
      table.bigInteger('pack_price_paise').nullable()
      table.bigInteger('pack_cost_paise').nullable()
    })
    for (const table of ['trade_days', 'demand_months'])
      await addColumnOnce(db, table, 'consumed_loose', (column) => {
        column.bigInteger('consumed_loose').notNullable().defaultTo(0)
      })
  },
}
