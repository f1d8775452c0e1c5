import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The total of a store day's transactions of a type; reversals are negative. */
export const addPaise: Migration = {
  name: '20261121170400_add_paise',
  up: (db) =>
    addColumnOnce(db, 'daily_counts', 'paise', (table) => {
      table.bigInteger('paise').notNullable().defaultTo(0)
    }),
}
