import { inventoryEvents, type SampleDataLoaded, sampleDataLoadedSchema } from '@mms/contracts'
import { createReadModel, defineProjection, type Projection, type ProjectionOptions } from '@mms/service-kit'
import type { Knex } from 'knex'
import { medicinesModel } from './store.ts'

export interface MedicineProjectionOptions
  extends Pick<ProjectionOptions<never, never>, 'db' | 'log' | 'registry' | 'client'> {
  onSampleDataLoaded: (loaded: SampleDataLoaded, trx: Knex.Transaction) => Promise<void>
}

export function projectMedicines({ onSampleDataLoaded, ...rest }: MedicineProjectionOptions): Projection {
  return defineProjection({
    ...rest,
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
