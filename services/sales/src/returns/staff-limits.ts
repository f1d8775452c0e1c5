import {
  type ConfirmedQuestion,
  type PublishedMedicine,
  paiseToRupees,
  RETURN_DAYS,
  rupeesToPaise,
  unitsAboveSold,
  unitsBeforeExpiry,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { createLimitsService } from '../limits/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { formatRupees } from '../transactions/replies.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { countReturnable, pricePaid, type TradedUnits, unreturnedUnits } from './refunds.ts'
import { createReturnStore, isAboveSold } from './store.ts'

/** An unknown medicine has no usual price, so any price is allowed. */
async function usualPaise(trx: Knex, medicineId: string): Promise<number> {
  const [medicine] = await createMedicineStore(trx).findStates([medicineId])
  return medicine ? dearestPaise(medicine) : Number.POSITIVE_INFINITY
}

const dearestPaise = (medicine: PublishedMedicine): number =>
  rupeesToPaise(Math.max(...[medicine, ...medicine.batches].map(({ unitPrice }) => unitPrice ?? 0)))

async function refundedSince(trx: Knex, person: string, today: Date): Promise<number> {
  const returns = await createReturnStore(trx).listByPerson(person, today, 'return')
  const amounts = returns.map(({ paise, confirmed }) => {
    const found = confirmed.find(isAboveSold)
    return found ? (Number(found.value) - Number(found.compared)) * paise : 0
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

export async function findReturnRefusal(
  trx: Knex,
  record: TransactionRecord,
  trades: readonly TradedUnits[],
  today: Date,
): Promise<string | undefined> {
  const { quantity, unitPricePaise: paise, medicineId, createdBy } = record
  const { staffReturnUnits, staffRefundRupees } = await createLimitsService(trx).find()
  const units = countReturnable(trades)
  // Not `unitsAboveSold`, because earlier excess returns count against the limit, too.
  if (quantity - units > staffReturnUnits)
    return `Only ${Math.max(0, units)} sold without a bill in ${RETURN_DAYS} days and not returned. Returning more than ${staffReturnUnits} beyond that needs an administrator`
  const unsold = unitsAboveSold(quantity, units)
  const sold = quantity - unsold
  const paid = pricePaid(unreturnedUnits(trades), sold)
  if (sold * paise > paid)
    return `At most ${formatRupees(Math.floor(paid / sold))} a unit was paid for these units. A higher refund needs an administrator`
  if (unsold === 0) return undefined
  const usual = await usualPaise(trx, medicineId)
  if (paise > usual)
    return `At most ${formatRupees(usual)} a unit is refunded for units not sold here. A higher refund needs an administrator`
  const left = rupeesToPaise(staffRefundRupees) - (await refundedSince(trx, createdBy, today))
  if (unsold * paise <= left) return undefined
  return `At most ${formatRupees(Math.max(0, left))} more can be refunded today for units not sold here. The rest needs an administrator`
}

const isWrittenOffEarly = ({ code }: ConfirmedQuestion) => code === 'written_off_early'

/** Replaces the request's own warning about an early write-off. A note counts as confirmation. */
export async function withEarlyWriteOff(
  trx: Knex,
  record: TransactionRecord,
  today: string,
): Promise<TransactionRecord> {
  const confirmed = record.confirmed.filter((question) => !isWrittenOffEarly(question))
  const [medicine] = await createMedicineStore(trx).findStates([record.medicineId])
  const units = unitsBeforeExpiry(record, medicine?.batches ?? [], today)
  if (units === 0) return { ...record, confirmed }
  const value = paiseToRupees(units * (medicine ? dearestPaise(medicine) : record.unitPricePaise))
  const finding = { code: 'written_off_early' as const, value, compared: units }
  return {
    ...record,
    confirmed: [{ ...finding, ...(record.note === '' && { unasked: true as const }) }, ...confirmed],
  }
}

/** Call it with a record from `withEarlyWriteOff`. */
export async function findWriteOffRefusal(
  trx: Knex,
  { createdBy, confirmed }: TransactionRecord,
  today: Date,
): Promise<string | undefined> {
  const rupeesIn = (all: readonly ConfirmedQuestion[]) => Number(all.find(isWrittenOffEarly)?.value ?? 0)
  const amount = rupeesIn(confirmed)
  if (amount === 0) return undefined
  const { staffWriteOffRupees } = await createLimitsService(trx).find()
  const before = await createReturnStore(trx).listByPerson(createdBy, today, 'expired')
  const left = before.reduce(
    (sum, one) => sum - rupeesToPaise(rupeesIn(one.confirmed)),
    rupeesToPaise(staffWriteOffRupees),
  )
  if (rupeesToPaise(amount) <= left) return undefined
  return `At most ${formatRupees(Math.max(0, left))} more can be written off today before expiry. The rest needs an administrator`
}
