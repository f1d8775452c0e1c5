import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * `2:…` of the command as it was sent, beside `request`, which replicas of release 0.1 write and compare.
 * That goes when none of them runs any more.
 */
export const addCommandFingerprint: Migration = {
  name: '20261121150000_add_command_fingerprint',
  up: (db) =>
    addColumnOnce(db, 'stock_commands', 'fingerprint', (table) => {
      table.string('fingerprint', 64).nullable()
    }),
}
