import { createTableOnce, instantColumn, type Migration } from '@mms/service-kit'

/** From where each account has signed in before. */
export const createFamiliarNetworks: Migration = {
  name: '20261120090400_create_familiar_networks',
  up: (db) =>
    createTableOnce(db, 'familiar_networks', (table) => {
      table.specificType('account', 'char(43)').notNullable()
      table.specificType('network', 'char(43)').notNullable()
      instantColumn(table, 'seen_at')
      table.primary(['account', 'network'], 'familiar_networks_primary')
      table.index(['seen_at'], 'familiar_networks_seen_index')
    }),
}
