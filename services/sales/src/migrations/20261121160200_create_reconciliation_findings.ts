import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** What the last run found, however much it is; `subject_id` is a movement or a transaction. */
export const createReconciliationFindings: Migration = {
  name: '20261121160200_create_reconciliation_findings',
  up: (db) =>
    createTableOnce(db, 'reconciliation_findings', (table) => {
      table.bigIncrements('id')
      idColumn(table, 'run')
      idColumn(table, 'medicine_id')
      table.specificType('subject_id', 'char(36)').nullable()
      table.string('kind', 40).notNullable()
      table.string('detail', 200).notNullable()
      table.index(['run', 'medicine_id'], 'reconciliation_findings_by_run')
    }),
}
