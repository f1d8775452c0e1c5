import { aboveMrpText, type CreateTransaction } from '@mms/contracts'
import { storeDateOf, storeToday } from '@mms/sdk'
import type { MedicineBatch } from '../batches/api.ts'
import { batchOfSale, CHOOSE, choicesOf } from '../batches/choices.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'
import type { Origin } from './draft.ts'
import { type FieldErrors, TO_CORRECT } from './form-values.ts'

interface Known {
  /** The drawn one, as a sale sees it. */
  medicine: PickedMedicine | null
  batches: readonly MedicineBatch[]
  origin: Origin
}

export interface Refusal {
  problem: string
  errors: FieldErrors
}

/**
 * Why a sale is not recorded, whatever would be answered: nothing of its medicine can be sold, or its price is above the MRP.
 * What was made on a day before is judged by that day, which the server does.
 */
export function refusalOfSale(body: CreateTransaction, known: Known): Refusal | undefined {
  const { medicine, batches, origin } = known
  if (body.type !== 'sale' || medicine?._id !== body.medicineId) return undefined
  if (origin.madeAt && storeDateOf(origin.madeAt) < storeToday()) return undefined
  if (medicine.unsaleable) {
    const todo = isExpired(medicine) ? ' Choose Expired to write it off.' : ''
    const reason = medicine.unsaleable.reason.replace(/^A/, 'a')
    return { problem: `${medicine.name} cannot be sold: ${reason}.${todo}`, errors: {} }
  }
  const unitPrice = aboveMrp(body, medicine, batches)
  return unitPrice === undefined ? undefined : { problem: TO_CORRECT, errors: { unitPrice } }
}

/** Why units that a count found are not recorded: nobody has said of which of several batches they are. */
export function refusalOfFound(
  { type, direction = 'increase', batch }: CreateTransaction,
  { batches }: Pick<Known, 'batches'>,
): Refusal | undefined {
  if (type !== 'adjustment' || batch) return undefined
  const isOpen = choicesOf(batches, { type, direction, today: storeToday() })?.first === CHOOSE
  return isOpen ? { problem: TO_CORRECT, errors: { batch: CHOOSE } } : undefined
}

/** Undefined, too, where the batch is not known: one may have a higher MRP than its medicine. */
function aboveMrp(
  { unitPrice, batch: named }: CreateTransaction,
  medicine: PickedMedicine,
  batches: readonly MedicineBatch[],
): string | undefined {
  const batch = batchOfSale(batches, { chosen: named?.number ?? named?._id ?? '', today: storeToday() })
  const mrp = batch && (batch.mrp ?? medicine.mrp)
  if (mrp == null || unitPrice <= mrp) return undefined
  return aboveMrpText(unitPrice, { mrp, name: medicine.name, number: batch?.number })
}
