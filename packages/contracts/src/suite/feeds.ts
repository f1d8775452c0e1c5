import { z } from 'zod'
import { alertEvents, alertSchema } from '../alerts/alerts.ts'
import { identityEvents, userTokensEndedSchema } from '../identity/identity.ts'
import { inventoryEvents, medicinesSnapshotSchema, sampleDataLoadedSchema } from '../inventory/medicines.ts'
import { movementSchema } from '../inventory/stock.ts'
import { completedTransactionSchema, salesEvents } from '../sales/sales.ts'

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
