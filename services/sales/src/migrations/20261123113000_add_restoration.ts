import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Of what undoes a purchase: what became of the price and the date that the purchase had set, as JSON. */
export const addRestoration: Migration = {
  name: '20261123113000_add_restoration',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'restoration', (table) => {
      table.text('restoration').nullable()
    }),
}
