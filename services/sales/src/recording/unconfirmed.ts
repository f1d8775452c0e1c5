import { paiseToRupees, questionsOf, storeDate } from '@mms/contracts'
import type { LimitsService } from '../limits/service.ts'
import type { MedicineLookup } from '../medicines/lookup.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

/** Adds price warnings that the form would have shown and nobody confirmed. The transaction is recorded anyway. */
export function createRemarks(findLimits: LimitsService['recent'], findMedicine: MedicineLookup) {
  return async (record: TransactionRecord): Promise<TransactionRecord> => {
    const { medicineId, type, quantity, unitPricePaise, confirmed } = record
    const [medicine, limits] = await Promise.all([findMedicine(medicineId), findLimits()])
    if (!medicine) return record
    // Only inventory knows the stock for certain.
    const compared = { ...medicine, currentStock: Number.POSITIVE_INFINITY, expiryDate: null }
    const entered = { type, quantity, unitPrice: paiseToRupees(unitPricePaise) }
    const unasked = questionsOf(entered, compared, limits, storeDate())
      .filter(({ code }) => !confirmed.some((question) => question.code === code))
      .map(({ code, value, compared: usual }) => ({ code, value, compared: usual, unasked: true as const }))
    return { ...record, confirmed: [...confirmed, ...unasked] }
  }
}
export type Remark = ReturnType<typeof createRemarks>
