import { z } from 'zod'
import { alertEvents, alertSchema } from './alerts.ts'
import { inventoryEvents } from './feed.ts'
import { identityEvents, userTokensEndedSchema } from './identity.ts'
import { medicinesSnapshotSchema, sampleDataLoadedSchema } from './inventory.ts'
import { completedTransactionSchema, salesEvents } from './sales.ts'
import { movementSchema } from './stock.ts'

const medicineStateSchema = medicinesSnapshotSchema.shape.medicines.element

export const feeds = {
  alerts: Object.fromEntries(Object.values(alertEvents).map((type) => [type, alertSchema])),
  identity: {
    [identityEvents.sessionEnded]: z.object({}),
    [identityEvents.userTokensEnded]: userTokensEndedSchema,
  },
  inventory: {
    [inventoryEvents.medicineChanged]: medicineStateSchema,
    [inventoryEvents.medicineDeleted]: medicineStateSchema,
    [inventoryEvents.movementRecorded]: movementSchema,
    [inventoryEvents.sampleDataLoaded]: sampleDataLoadedSchema,
  },
  sales: { [salesEvents.transactionCompleted]: completedTransactionSchema },
}
