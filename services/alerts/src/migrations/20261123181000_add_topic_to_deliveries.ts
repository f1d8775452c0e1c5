import { addColumnOnce, type Migration } from '@mms/service-kit'

/** Channel, medicine, cause and state that a delivery is about; null for what is not damped. */
export const addTopicToDeliveries: Migration = {
  name: '20261123181000_add_topic_to_deliveries',
  up: (db) =>
    addColumnOnce(db, 'deliveries', 'topic', (table) => {
      table.string('topic', 180).nullable()
    }),
}
