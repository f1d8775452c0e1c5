import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** The keys of requests that added a medicine, with what they were answered; a key belongs to the caller who sent it. */
export const createMedicineKeys: Migration = {
  name: '20261121150100_create_medicine_keys',
  up: (db) =>
    createTableOnce(db, 'medicine_keys', (table) => {
      table.string('created_by', 64).notNullable()
      table.string('idempotency_key', 64).notNullable()
      table.string('fingerprint', 64).notNullable()
      table.text('answer').notNullable()
      instantColumn(table, 'created_at')
      table.primary(['created_by', 'idempotency_key'], 'medicine_keys_primary')
      table.index(['created_at'], 'medicine_keys_by_age')
    }),
}
