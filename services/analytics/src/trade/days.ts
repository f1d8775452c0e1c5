import { rupeesToPaise } from '@mms/contracts'
import { sumByKeys } from '@mms/service-kit'
import { z } from 'zod'
import { countedDay, countedUnits } from '../stock/ledger.ts'

export const publishedTransactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  type: z.string(),
  change: z.int(),
  totalAmount: z.number(),
  reverses: z.uuid().nullable(),
  sample: z.boolean(),
  packSize: z.int().optional(),
  createdAt: z.iso.datetime(),
})
export type PublishedTransaction = z.output<typeof publishedTransactionSchema>

const TYPE_LENGTH = 20

/** Consumption is units sold less units returned; nothing else counts. */
const consumedBy = ({ type, change }: PublishedTransaction) =>
  // `|| 0` turns −0 into 0; some comparisons tell them apart.
  type === 'sale' || type === 'return' ? -change || 0 : 0

/** A reversal subtracts its whole original on the original's day. */
const toTradeDay = (transaction: PublishedTransaction, timeZone: string) => ({
  medicine_id: transaction.medicineId,
  day: countedDay(transaction, timeZone),
  type: transaction.type.slice(0, TYPE_LENGTH),
  sample: (transaction.sample ? 1 : 0) as 0 | 1,
  completed: transaction.reverses ? -1 : 1,
  ...countedUnits(transaction),
  paise: rupeesToPaise(transaction.totalAmount),
  consumed: consumedBy(transaction),
  /** The part of `consumed` that was already counted in units, so that a conversion does not multiply it. */
  consumed_loose: (transaction.packSize ?? 1) > 1 ? consumedBy(transaction) : 0,
})
export type TradeDay = ReturnType<typeof toTradeDay>

export const tradeKeys: (keyof TradeDay)[] = ['medicine_id', 'day', 'type', 'sample']
export const tradeSums: (keyof TradeDay)[] = [
  'completed',
  'units_in',
  'units_out',
  'paise',
  'consumed',
  'consumed_loose',
]
export function tradeDaysOf(transactions: Iterable<PublishedTransaction>, timeZone: string): TradeDay[] {
  const rows = [...transactions].map((transaction) => toTradeDay(transaction, timeZone))
  return sumByKeys(rows, tradeKeys, tradeSums)
}

export const totalKeys = ['day', 'type'] as const
export const totalSums = ['completed', 'units_in', 'units_out', 'paise'] as const

export function tradeTotalsOf(rows: TradeDay[]) {
  const totals = rows.map(({ day, type, completed, units_in, units_out, paise }) => ({
    day,
    type,
    completed,
    units_in,
    units_out,
    paise,
  }))
  return sumByKeys(totals, totalKeys, totalSums)
}

const toDemandMonth = ({ day, medicine_id, consumed, consumed_loose }: TradeDay) => ({
  month: day.slice(0, 7),
  medicine_id,
  consumed,
  consumed_loose,
})
export const demandKeys = ['month', 'medicine_id'] as const
export const demandSums = ['consumed', 'consumed_loose'] as const

export function demandMonthsOf(rows: TradeDay[]) {
  const consumption = rows.filter(({ type }) => type === 'sale' || type === 'return')
  return sumByKeys(consumption.map(toDemandMonth), demandKeys, demandSums)
}
