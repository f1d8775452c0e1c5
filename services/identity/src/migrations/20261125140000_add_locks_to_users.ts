import { addLockColumn, type Migration } from '@mms/service-kit'

/** Written by who locks a user, so that nodes of a cluster see it. */
export const addLocksToUsers: Migration = {
  name: '20261125140000_add_locks_to_users',
  up: (db) => addLockColumn(db, 'users'),
}
