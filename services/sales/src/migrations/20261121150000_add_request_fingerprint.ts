import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * `2:…` of what the caller sent, beside `request_digest`, which replicas of release 0.1 write and compare.
 * It goes when none of them runs any more.
 */
export const addRequestFingerprint: Migration = {
  name: '20261121150000_add_request_fingerprint',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'request_fingerprint', (table) => {
      table.string('request_fingerprint', 64).nullable()
    }),
}
