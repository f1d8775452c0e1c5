import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * A medicine that was counted in packs once. `counted_since` is the stock version of the movement that multiplied its
 * stock by `units_times`, at `counted_at`.
 */
export const addConversions: Migration = {
  name: '20261128180000_add_conversions',
  async up(db) {
    await addColumnOnce(db, 'medicines', 'counted_since', (table) => {
      table.integer('counted_since').nullable()
      table.integer('units_times').nullable()
      table.datetime('counted_at', { precision: 3 }).nullable()
    })
    await addColumnOnce(db, 'movements', 'units_times', (table) => {
      table.integer('units_times').nullable()
    })
  },
}
