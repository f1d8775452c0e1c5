import { createBatcher, type Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore, type ShownMedicine } from './store.ts'

/**
 * Finds what is shown of a medicine; undefined when it is unknown. What is asked at the same time is one
 * query. It is for showing only: when it fails, a recorded sale must still be answered.
 */
export function createMedicineLookup(db: Knex, log: Logger) {
  const find = createBatcher(async (ids: string[]) => {
    const medicines = await createMedicineStore(db).findShown([...new Set(ids)])
    const byId = new Map(medicines.map((medicine) => [medicine.id, medicine]))
    return ids.map((id) => byId.get(id))
  })
  return (id: string): Promise<ShownMedicine | undefined> =>
    find(id).catch((error: unknown) => {
      log.warn({ err: error, medicineId: id }, 'medicine not looked up')
      return undefined
    })
}
export type MedicineLookup = ReturnType<typeof createMedicineLookup>
