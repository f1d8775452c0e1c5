import { inventoryEvents, type SampleDataLoaded, sampleDataLoadedSchema } from '@mms/contracts'
import { createFollower, type FeedReader, type FollowerOptions } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { KnownMedicine } from '../inventory/known-medicine.ts'
import { knownMedicines } from './store.ts'

export interface MedicineFollowerOptions
  extends Pick<FollowerOptions<KnownMedicine>, 'db' | 'log' | 'registry' | 'client'> {
  /** Called in the transaction that holds everything the feed told before. */
  onSampleDataLoaded: (loaded: SampleDataLoaded, trx: Knex.Transaction) => Promise<void>
}

/** Keeps the read model of medicines by following inventory's feed. */
export function createMedicineFollower({
  db,
  log,
  registry,
  client,
  onSampleDataLoaded,
}: MedicineFollowerOptions): FeedReader {
  return createFollower({
    ...{ db, log, client, ...(registry && { registry }) },
    name: 'inventory',
    model: knownMedicines,
    types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
    snapshot: { path: '/internal/medicines', rows: 'medicines' },
    // A snapshot does not tell of sample data loaded before this service was there.
    fromFirstEvent: true,
    on: {
      [inventoryEvents.sampleDataLoaded]: (data, trx) =>
        onSampleDataLoaded(sampleDataLoadedSchema.parse(data), trx),
    },
  })
}
