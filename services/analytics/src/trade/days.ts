import { rupeesToPaise, storeDate } from '@mms/contracts'
import { tally } from '@mms/service-kit'
import { z } from 'zod'

/** A completed transaction. */
export const publishedTransactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  type: z.string(),
  change: z.int(),
  totalAmount: z.number(),
  reverses: z.uuid().nullable(),
  sample: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type PublishedTransaction = z.output<typeof publishedTransactionSchema>

/** A row of `trade_days`. */
export interface TradeDay {
  medicine_id: string
  day: string
  type: string
  sample: 0 | 1
  completed: number
  units_in: number
  units_out: number
  paise: number
  consumed: number
}

export const tradeKeys: (keyof TradeDay)[] = ['medicine_id', 'day', 'type', 'sample']
export const tradeSums: (keyof TradeDay)[] = ['completed', 'units_in', 'units_out', 'paise', 'consumed']
const TYPE_LENGTH = 20

/** When an id was made, which is when its transaction was recorded (UUID version 7); undefined for other ids. */
function instantOfId(id: string): Date | undefined {
  if (id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** Units that were consumed: sold, less those that customers brought back. Nothing else is consumption. */
const consumedBy = ({ type, change }: PublishedTransaction) =>
  // `|| 0` because −0 is another value to some.
  type === 'sale' || type === 'return' ? -change || 0 : 0

/** What a transaction comes to; a reversal takes its consumption back on the day of what it undoes. */
function toTradeDays(transaction: PublishedTransaction, timeZone: string): TradeDay[] {
  const { medicineId, change, totalAmount, reverses, createdAt } = transaction
  const undone = reverses && instantOfId(reverses)
  const day = storeDate(timeZone, new Date(createdAt))
  const traded: TradeDay = {
    medicine_id: medicineId,
    day,
    type: transaction.type.slice(0, TYPE_LENGTH),
    sample: transaction.sample ? 1 : 0,
    completed: 1,
    units_in: Math.max(0, change),
    units_out: Math.max(0, -change),
    paise: rupeesToPaise(totalAmount),
    consumed: consumedBy(transaction),
  }
  const consumedDay = undone ? storeDate(timeZone, undone) : day
  if (consumedDay === day) return [traded]
  return [
    { ...traded, consumed: 0 },
    { ...traded, day: consumedDay, completed: 0, units_in: 0, units_out: 0, paise: 0 },
  ]
}

/** What transactions come to by medicine, day and type. */
export function tradeDaysOf(transactions: Iterable<PublishedTransaction>, timeZone: string): TradeDay[] {
  const rows = [...transactions].flatMap((transaction) => toTradeDays(transaction, timeZone))
  return tally(rows, tradeKeys, tradeSums)
}

/** A row of `trade_totals`. */
export type TradeTotal = Omit<TradeDay, 'medicine_id' | 'sample' | 'consumed'>
export const totalKeys: (keyof TradeTotal)[] = ['day', 'type']
export const totalSums: (keyof TradeTotal)[] = ['completed', 'units_in', 'units_out', 'paise']

/** The same by day and type, all medicines together. */
export function tradeTotalsOf(rows: TradeDay[]): TradeTotal[] {
  const counted = rows.filter(({ completed }) => completed > 0)
  const totals = counted.map(({ day, type, completed, units_in, units_out, paise }) => ({
    day,
    type,
    completed,
    units_in,
    units_out,
    paise,
  }))
  return tally(totals, totalKeys, totalSums)
}

/** A row of `demand_months`. */
export interface DemandMonth {
  month: string
  medicine_id: string
  consumed: number
}
export const demandKeys: (keyof DemandMonth)[] = ['month', 'medicine_id']
export const demandSums: (keyof DemandMonth)[] = ['consumed']

/** Units consumed by month and medicine. */
export function demandMonthsOf(rows: TradeDay[]): DemandMonth[] {
  const consumption = rows.filter(({ type }) => type === 'sale' || type === 'return')
  const months = consumption.map(({ day, medicine_id, consumed }) => ({
    month: day.slice(0, 7),
    medicine_id,
    consumed,
  }))
  return tally(months, demandKeys, demandSums)
}
