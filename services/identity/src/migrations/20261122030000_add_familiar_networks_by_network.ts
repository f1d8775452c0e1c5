import { addIndexOnce, type Migration } from '@mms/service-kit'

/** Each try asks whether anybody has signed in from its network. */
export const addFamiliarNetworksByNetwork: Migration = {
  name: '20261122030000_add_familiar_networks_by_network',
  up: (db) =>
    addIndexOnce(db, 'familiar_networks', 'familiar_networks_network_index', (table) => {
      table.index(['network'], 'familiar_networks_network_index')
    }),
}
