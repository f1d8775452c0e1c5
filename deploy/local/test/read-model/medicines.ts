import { inventoryEvents } from '@mms/contracts'
import * as kit from '@mms/service-kit'
import { z } from 'zod'

/** What suppliers keep of inventory's medicines: all of their own that it takes. */
export const medicines: kit.ReadModelDefinition<{ _id: string; version: number; name: string }> = {
  table: 'medicines',
  schema: z.looseObject({ _id: z.uuid(), version: z.int(), name: z.string() }),
}
export const createMedicines = kit.readModelMigration('20261201100100', medicines.table)

type Following = Pick<kit.ProjectionOptions<never, never>, 'db' | 'log' | 'client'>
export const projectMedicines = (following: Following): kit.Projection =>
  kit.defineProjection({
    ...following,
    name: 'inventory',
    tables: [medicines.table],
    sources: {
      medicines: {
        kind: 'state',
        types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
        schema: medicines.schema,
        snapshot: { path: '/internal/medicines', rows: 'medicines' },
      },
    },
    apply: (received, trx) => kit.createReadModel(trx, medicines).apply(received.medicines),
  })
