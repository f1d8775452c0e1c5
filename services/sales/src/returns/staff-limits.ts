import { RETURN_DAYS, rupeesToPaise, unitsAboveSold } from '@mms/contracts'
import type { Knex } from 'knex'
import { createLimitsService } from '../limits/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { leftOf, paidFor, returnableOf, type Trade } from './refunds.ts'
import { createReturnStore, isAboveSold } from './store.ts'

const rupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`

/** An unknown medicine has no usual price and thus no limit. */
async function usualPaise(trx: Knex, medicineId: string): Promise<number> {
  const [medicine] = await createMedicineStore(trx).findStates([medicineId])
  if (!medicine) return Number.POSITIVE_INFINITY
  const prices = [medicine, ...medicine.batches].map(({ unitPrice }) => unitPrice ?? 0)
  return rupeesToPaise(Math.max(...prices))
}

async function refundedSince(trx: Knex, person: string, today: Date): Promise<number> {
  const returns = await createReturnStore(trx).listByPerson(person, today)
  const amounts = returns.map(({ paise, confirmed }) => {
    const found = confirmed.find(isAboveSold)
    return found ? (Number(found.value) - Number(found.compared)) * paise : 0
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

export async function findRefusal(
  trx: Knex,
  record: TransactionRecord,
  trades: readonly Trade[],
  today: Date,
): Promise<string | undefined> {
  const { quantity, unitPricePaise: paise, medicineId, createdBy } = record
  const { staffReturnUnits, staffRefundRupees } = await createLimitsService(trx).find()
  const units = returnableOf(trades)
  // Not `unitsAboveSold`: earlier excess returns count against the limit, too.
  if (quantity - units > staffReturnUnits)
    return `Only ${Math.max(0, units)} sold in ${RETURN_DAYS} days and not returned; more than ${staffReturnUnits} beyond that needs an administrator`
  const unsold = unitsAboveSold(quantity, units)
  const sold = quantity - unsold
  const paid = paidFor(leftOf(trades), sold)
  if (sold * paise > paid)
    return `At most ${rupees(Math.floor(paid / sold))} a unit was paid for what comes back; more needs an administrator`
  if (unsold === 0) return undefined
  const usual = await usualPaise(trx, medicineId)
  if (paise > usual)
    return `At most ${rupees(usual)} a unit for what was not sold here; more needs an administrator`
  const left = rupeesToPaise(staffRefundRupees) - (await refundedSince(trx, createdBy, today))
  if (unsold * paise <= left) return undefined
  return `At most ${rupees(Math.max(0, left))} more today for what was not sold here; the rest needs an administrator`
}
