import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Who reconciles, until `next_run_at`: the instant at which a run is due is its lease in one. */
export const addReconciliationHolder: Migration = {
  name: '20261121160000_add_reconciliation_holder',
  up: (db) =>
    addColumnOnce(db, 'reconciliation', 'holder', (table) => {
      table.specificType('holder', 'char(36)').nullable()
    }),
}
