import { addLockColumn, type Migration } from '@mms/service-kit'

/** Written by who locks a medicine, so that nodes of a cluster see it. */
export const addLocksToMedicines: Migration = {
  name: '20261125140000_add_locks_to_medicines',
  up: (db) => addLockColumn(db, 'medicines'),
}
