import { addIndexOnce, type Migration } from '@mms/service-kit'

export const addDeliveriesByTopic: Migration = {
  name: '20261123181200_add_deliveries_by_topic',
  up: (db) =>
    addIndexOnce(db, 'deliveries', 'deliveries_by_topic', (table) => {
      table.index(['topic', 'due_at'], 'deliveries_by_topic')
    }),
}
