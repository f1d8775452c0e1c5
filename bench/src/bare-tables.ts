import type { Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

export const bareTables: Migration = {
  name: '20260101000000_bare',
  async up(db: Knex) {
    await db.schema.createTable('medicines', (table) => {
      table.specificType('id', 'char(36)').primary()
      table.integer('stock').notNullable()
    })
    await db.schema.createTable('movements', (table) => {
      table.specificType('id', 'char(36)').primary()
      table.specificType('medicine_id', 'char(36)').notNullable().index()
      table.integer('delta').notNullable()
    })
    await db.schema.createTable('transactions', (table) => {
      table.specificType('id', 'char(36)').primary()
      table.specificType('medicine_id', 'char(36)').notNullable().index()
      table.integer('quantity').notNullable()
      table.integer('unit_price_paise').notNullable()
    })
  },
}
