import { createSharedFind, type Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore, type PricedMedicine } from './store.ts'

/** Finds what is shown of a medicine, many in one query. Undefined also when that fails: a sale must still be answered. */
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
