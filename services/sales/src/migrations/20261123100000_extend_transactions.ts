import { addColumnOnce, addIndexOnce, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

const add = (name: string, column: string, build: (table: Knex.AlterTableBuilder) => void): Migration => ({
  name,
  up: (db) => addColumnOnce(db, 'transactions', column, build),
})
const addInstant = (name: string, column: string) =>
  add(name, column, (table) => void table.datetime(column, { precision: 3 }).nullable())

/** What the previous release does not know, and leaves null. */
export const extendTransactions: Migration[] = [
  // The questions that were answered with yes before it was recorded, as JSON.
  add('20261123100000_add_confirmed', 'confirmed', (table) => void table.text('confirmed').nullable()),
  // The administrator who lifted the limit of staff for it, and their name of that day.
  add(
    '20261123100200_add_approved_by',
    'approved_by',
    (table) => void table.string('approved_by', 64).nullable(),
  ),
  add(
    '20261123100300_add_approved_by_name',
    'approved_by_name',
    (table) => void table.string('approved_by_name', 200).nullable(),
  ),
  // When its request says it was made; the time of the sale, where that is believed, is `created_at`.
  addInstant('20261123110000_add_made_at', 'made_at'),
  // When it arrived, where it was made more than a minute before; else that is `created_at`.
  addInstant('20261123110100_add_recorded_at', 'recorded_at'),
  // Since when it is certain that it has no effect, which holds of few; the index finds them.
  addInstant('20261123110200_add_cancelled_at', 'cancelled_at'),
  {
    name: '20261123110300_add_transactions_cancelled',
    up: (db) =>
      addIndexOnce(db, 'transactions', 'transactions_cancelled', (table) => {
        table.index(['cancelled_at'], 'transactions_cancelled')
      }),
  },
  // Of what undoes a purchase: what became of the price and the date that the purchase had set, as JSON.
  add('20261123113000_add_restoration', 'restoration', (table) => void table.text('restoration').nullable()),
  {
    name: '20261125113000_add_transactions_by_person',
    up: (db) =>
      addIndexOnce(db, 'transactions', 'transactions_by_person', (table) => {
        table.index(['created_by', 'created_at', 'id'], 'transactions_by_person')
      }),
  },
]
