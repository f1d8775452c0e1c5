import { packPaiseOf } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import type { PickedMedicine } from '../medicines/api.ts'
import type { SoldBatch } from './draft.ts'
import type { JournalBill } from './journal.ts'

/**
 * The medicine's sellable batches, the first to expire first, less what handed-over bills took from them. Null if the
 * catalogue has none.
 */
export function batchesOf(medicine: PickedMedicine, waiting: readonly JournalBill[]): SoldBatch[] | null {
  const today = storeToday()
  const taken = waiting.flatMap(({ body }) =>
    body.lines.filter(({ medicineId }) => medicineId === medicine._id),
  )
  const left = (number: string, stock: number) =>
    taken.reduce((sum, { batch, units }) => ((batch?.number ?? '') === number ? sum - units : sum), stock)
  return (
    medicine.batches
      ?.filter(({ expiryDate }) => expiryDate === null || expiryDate >= today)
      .map(({ number, expiryDate, stock, ...prices }) => ({
        ...{ _id: null, number, expiryDate, units: left(number ?? '', stock) },
        ...packPaiseOf(medicine, prices),
      }))
      .filter(({ units }) => units > 0) ?? null
  )
}
