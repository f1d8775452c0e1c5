import { inventoryEvents } from '@mms/contracts'
import { createReadModel, defineProjection, type Projection, type ProjectionOptions } from '@mms/service-kit'
import type { Knex } from 'knex'
import { feedName, medicinesModel } from './store.ts'

export interface MedicineProjectionOptions
  extends Pick<ProjectionOptions<never, never>, 'db' | 'log' | 'registry' | 'client'> {
  onChanged: (ids: string[], trx: Knex.Transaction) => Promise<unknown>
  onRebuilt: (trx: Knex.Transaction) => Promise<unknown>
}

export function projectMedicines({ onChanged, onRebuilt, ...rest }: MedicineProjectionOptions): Projection {
  return defineProjection({
    ...rest,
    name: feedName,
    tables: [medicinesModel.table],
    sources: {
      medicines: {
        kind: 'state',
        types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
        schema: medicinesModel.schema,
        snapshot: { path: '/internal/medicines', rows: 'medicines' },
      },
    },
    async apply({ medicines }, trx, { isRebuild }) {
      await createReadModel(trx, medicinesModel).apply(medicines)
      if (isRebuild) await onRebuilt(trx)
      else if (medicines.length > 0) await onChanged([...new Set(medicines.map(({ _id }) => _id))], trx)
    },
  })
}
