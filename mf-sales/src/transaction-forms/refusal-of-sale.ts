import type { CreateTransaction } from '@mms/contracts'
import { storeDateOf, storeToday } from '@mms/sdk'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'
import type { Origin } from './draft.ts'

/**
 * Why nothing of a medicine is sold, whatever would be answered; `known` is the drawn one, as a sale sees it. What was made
 * on a day before is judged by that day, which the server does.
 */
export function refusalOfSale(
  { type, medicineId }: Pick<CreateTransaction, 'type' | 'medicineId'>,
  known: PickedMedicine | null,
  { madeAt }: Origin,
): string | undefined {
  if (type !== 'sale' || known?._id !== medicineId || !known.unsaleable) return undefined
  if (madeAt && storeDateOf(madeAt) < storeToday()) return undefined
  const todo = isExpired(known) ? ' Choose Expired to write it off.' : ''
  return `${known.name} cannot be sold: ${known.unsaleable.reason.replace(/^A/, 'a')}.${todo}`
}
