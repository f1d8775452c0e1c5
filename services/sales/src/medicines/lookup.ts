import { createSharedFind, type Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore, type PricedMedicine } from './store.ts'

/** One query for many. Undefined on failure, because a sale must still be answered. */
export function createMedicineLookup(db: Knex, log: Logger) {
  const find = createSharedFind(async (ids) => {
    const medicines = await createMedicineStore(db).findPriced(ids)
    return new Map(medicines.map((medicine) => [medicine.id, medicine]))
  })
  return (id: string): Promise<PricedMedicine | undefined> =>
    find(id).catch((error: unknown) => {
      log.warn({ err: error, medicineId: id }, 'medicine not looked up')
      return undefined
    })
}
export type MedicineLookup = ReturnType<typeof createMedicineLookup>
