import { aboveMrpText, type CreateTransaction, unitsBeforeExpiry } from '@mms/contracts'
import { storeDateOf, storeToday } from '@mms/sdk'
import type { MedicineBatch } from '../batches/api.ts'
import { batchChoicesOf, batchOfSale, CHOOSE_BATCH } from '../batches/choices.ts'
import type { DraftOrigin } from '../draft/draft.ts'
import { type Refusal, TO_CORRECT } from '../draft/form-values.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'

interface Known {
  medicine: PickedMedicine | null
  batches: readonly MedicineBatch[]
  origin: DraftOrigin
}

/** Refuses sales that nothing permits: no saleable stock, or a price above MRP. The server judges earlier days. */
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

export function refusalOfFound(
  { type, direction = 'increase', batch }: CreateTransaction,
  { batches }: Pick<Known, 'batches'>,
): Refusal | undefined {
  if (type !== 'adjustment' || batch) return undefined
  const isOpen = batchChoicesOf(batches, { type, direction, today: storeToday() })?.first === CHOOSE_BATCH
  return isOpen ? { problem: TO_CORRECT, errors: { batch: CHOOSE_BATCH } } : undefined
}

/** The note is the reason. Without batches, the medicine's expiry date counts. */
export function refusalOfWriteOff(
  body: CreateTransaction,
  { medicine, batches }: Pick<Known, 'medicine' | 'batches'>,
): Refusal | undefined {
  if (body.type !== 'expired' || body.note !== '') return undefined
  const isExpiredUnread = batches.length === 0 && medicine !== null && isExpired(medicine)
  if (isExpiredUnread || unitsBeforeExpiry(body, batches, storeToday()) === 0) return undefined
  return { problem: TO_CORRECT, errors: { note: 'This stock has not expired: enter the reason' } }
}

/** Undefined if the batch is unknown, because its MRP may be higher than the medicine's. */
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
