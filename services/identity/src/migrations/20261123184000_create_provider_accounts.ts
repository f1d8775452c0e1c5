import { createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'

/** Whom a provider of single sign-on knows by which name: the key is a digest, for names are told apart by case. */
export const createProviderAccounts: Migration = {
  name: '20261123184000_create_provider_accounts',
  up: (db) =>
    createTableOnce(db, 'provider_accounts', (table) => {
      table.string('account_key', 64).primary()
      idColumn(table, 'user_id')
      instantColumn(table, 'created_at')
    }),
}
