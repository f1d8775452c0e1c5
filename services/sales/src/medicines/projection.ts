import { inventoryEvents, type SampleDataLoaded, sampleDataLoadedSchema } from '@mms/contracts'
import { createReadModel, defineProjection, type Projection } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { SalesOptions } from '../options.ts'
import { medicinesModel } from './store.ts'

export function projectMedicines(
  { db, log, client, metrics }: Pick<SalesOptions, 'db' | 'log' | 'client' | 'metrics'>,
  onSampleDataLoaded: (loaded: SampleDataLoaded, trx: Knex.Transaction) => Promise<void>,
): Projection {
  return defineProjection({
    db,
    log,
    client,
    registry: metrics.registry,
    name: 'inventory',
    tables: [medicinesModel.table],
    sources: {
      medicines: {
        kind: 'state',
        types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
        schema: medicinesModel.schema,
        snapshot: { path: '/internal/medicines', rows: 'medicines' },
      },
      loads: {
        kind: 'announcement',
        types: [inventoryEvents.sampleDataLoaded],
        schema: sampleDataLoadedSchema,
      },
    },
    // Reads all events, because a snapshot lacks announcements of sample data.
    fromFirstEvent: true,
    async apply({ medicines, loads }, trx) {
      await createReadModel(trx, medicinesModel).apply(medicines)
      for (const load of loads) await onSampleDataLoaded(load, trx)
    },
  })
}
