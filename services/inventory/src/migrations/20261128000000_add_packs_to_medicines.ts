import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * Prices of a pack in paise. Purchases and release 0.3 write the unit's prices alone. A pack's price therefore counts
 * only while its share is the unit's.
 */
export const addPacks: Migration = {
  name: '20261128000000_add_packs_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'pack_size', (table) => {
      table.integer('pack_size').notNullable().defaultTo(1)
      table.string('pack_word', 20).notNullable().defaultTo('pack')
      table.string('unit_word', 20).notNullable().defaultTo('unit')
      table.bigInteger('pack_price_paise').nullable()
      table.bigInteger('pack_mrp_paise').nullable()
      table.bigInteger('pack_cost_paise').nullable()
      table.string('hsn', 8).notNullable().defaultTo('3004')
      table.string('tax_class', 20).notNullable().defaultTo('medicine')
      table.string('schedule', 4).notNullable().defaultTo('none')
    }),
}
