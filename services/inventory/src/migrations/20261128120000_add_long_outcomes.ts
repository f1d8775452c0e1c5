import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The outcome of a bill of many lines exceeds the 64 KB of `outcome`. Widening that one would copy the table. */
export const addLongOutcomes: Migration = {
  name: '20261128120000_add_long_outcomes',
  up: (db) =>
    addColumnOnce(db, 'stock_commands', 'long_outcome', (table) => {
      table.text('long_outcome', 'mediumtext').nullable()
    }),
}
