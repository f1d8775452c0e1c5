/** The form runs these rules at every Enter. The server applies them to returns. */

import { addDays } from '../dates/store-date.ts'
import { rupeesToPaise } from '../fields/paise.ts'
import type { Direction, TransactionType } from '../inventory/stock.ts'
import { stockEffect } from '../inventory/stock-state.ts'

export const questionCodes = [
  'quantity_above_stock',
  'return_above_sold',
  'quantity_far',
  'price_zero',
  'price_above_mrp',
  'price_far',
  'new_price_above_mrp',
  'new_price_far',
  'expiry_past',
  'expiry_near',
  'expiry_far',
  'cost_is_price',
  'batch_missing',
  'expiry_missing',
  'written_off_early',
] as const
type QuestionCode = (typeof questionCodes)[number]

/** Thresholds of the counter's warnings, set by an administrator. `…Times`: multiple of the usual value. */
export interface CounterLimits {
  priceTimes: number
  quantityTimes: number
  newPriceTimes: number
  expiryDays: number
  expiryYears: number
  /** Units that staff may accept as a return beyond the sales of `RETURN_DAYS`. More needs an administrator. */
  staffReturnUnits: number
  /** Rupees per day that one staff member may refund for units that were not sold here. More needs an administrator. */
  staffRefundRupees: number
  /** Rupees per day, at selling prices, that one staff member may write off before expiry. More needs an administrator. */
  staffWriteOffRupees: number
}

/** Units sold in this many days may be returned without a warning. */
export const RETURN_DAYS = 90

type QuestionField = 'quantity' | 'unitPrice' | 'newUnitPrice' | 'newExpiryDate'

export interface Question {
  code: QuestionCode
  field: QuestionField | 'batch'
  value: number | string
  compared: number | string
}

/** Prices in rupees. */
export interface EnteredTransaction {
  type: TransactionType
  quantity: number
  unitPrice: number
  direction?: Direction | undefined
  newUnitPrice?: number | undefined
  newExpiryDate?: string | undefined
}

/** Values that are missing are not checked. Prices in rupees. */
export interface ComparedMedicine {
  unitPrice: number
  currentStock: number
  expiryDate: string | null
  mrp?: number | null | undefined
  usual?: Partial<Record<TransactionType, number>> | undefined
  sold?: number | undefined
}

type Rule = (
  entered: EnteredTransaction,
  medicine: ComparedMedicine,
  limits: CounterLimits,
  today: string,
) => Question | undefined

/** True if one price is at least `times` the other, computed in paise. Always false if `from` is 0. */
function isFarPrice(price: number, from: number, times: number): boolean {
  const [paise, fromPaise] = [rupeesToPaise(price), rupeesToPaise(from)]
  if (fromPaise === 0) return false
  return paise >= fromPaise * times || paise * times <= fromPaise
}

const movesMoney = ({ type }: EnteredTransaction) =>
  type === 'sale' || type === 'return' || type === 'purchase'

/** Returns the available units if they are too few, else undefined. Expired stock counts as 0. `today`: store date. */
export function unitsLeft(
  entered: Pick<EnteredTransaction, 'type' | 'quantity' | 'direction'>,
  { currentStock, expiryDate }: Pick<ComparedMedicine, 'currentStock' | 'expiryDate'>,
  today: string,
): number | undefined {
  const isUnsaleable = entered.type === 'sale' && expiryDate !== null && expiryDate < today
  const available = isUnsaleable ? 0 : currentStock
  const takesStock = stockEffect(entered.type, entered.quantity, entered.direction) < 0
  return takesStock && entered.quantity > available ? available : undefined
}

/** Returns how many more units were returned than sold, or 0. */
export const unitsAboveSold = (quantity: number, sold: number): number =>
  Math.max(0, quantity - Math.max(0, sold))

const asking =
  (field: QuestionField, value: number) =>
  (code: QuestionCode, compared: number): Question => ({ code, field, value, compared })

const askQuantity: Rule = (entered, medicine, { quantityTimes }, today) => {
  const { type, quantity } = entered
  const ask = asking('quantity', quantity)
  const left = unitsLeft(entered, medicine, today)
  if (left !== undefined) return ask('quantity_above_stock', left)
  const { sold, usual } = medicine
  if (type === 'return' && sold !== undefined && unitsAboveSold(quantity, sold) > 0) {
    return ask('return_above_sold', Math.max(0, sold))
  }
  const usualQuantity = usual?.[type]
  if (usualQuantity !== undefined && quantity >= Math.max(1, usualQuantity) * quantityTimes) {
    return ask('quantity_far', usualQuantity)
  }
  return undefined
}

const askPrice: Rule = (entered, { unitPrice: usual, mrp }, { priceTimes }) => {
  const { unitPrice: value } = entered
  if (!movesMoney(entered)) return undefined
  const ask = asking('unitPrice', value)
  if (value === 0) return ask('price_zero', usual)
  // Sales above the MRP get no warning here, because inventory refuses them.
  if (entered.type !== 'sale' && mrp != null && value > mrp) return ask('price_above_mrp', mrp)
  return isFarPrice(value, usual, priceTimes) ? ask('price_far', usual) : undefined
}

const askNewPrice: Rule = ({ newUnitPrice: value }, { unitPrice: present, mrp }, { newPriceTimes }) => {
  if (value === undefined) return undefined
  const ask = asking('newUnitPrice', value)
  if (mrp != null && value > mrp) return ask('new_price_above_mrp', mrp)
  return isFarPrice(value, present, newPriceTimes) ? ask('new_price_far', present) : undefined
}

const askExpiry: Rule = ({ newExpiryDate: value }, _medicine, limits, today) => {
  if (value === undefined) return undefined
  const code = expiryQuestion(value, limits, today)
  return code && { code, field: 'newExpiryDate', value, compared: today }
}

/** Explains that a price in rupees exceeds the MRP of batch `number`, or of the medicine. */
export function aboveMrpText(
  price: number,
  { mrp, name, number }: { mrp: number; name: string; number?: string | null | undefined },
): string {
  const whose = number ? `batch ${number} of ${name}` : name
  return `₹${price.toFixed(2)} is above ₹${mrp.toFixed(2)}, the MRP of ${whose}`
}

export function expiryQuestion(
  date: string,
  { expiryDays, expiryYears }: Pick<CounterLimits, 'expiryDays' | 'expiryYears'>,
  today: string,
): 'expiry_past' | 'expiry_near' | 'expiry_far' | undefined {
  if (date < today) return 'expiry_past'
  if (date < addDays(today, expiryDays)) return 'expiry_near'
  const [year, ...monthAndDay] = today.split('-')
  const furthest = [Number(year) + expiryYears, ...monthAndDay].join('-')
  return date > furthest ? 'expiry_far' : undefined
}

const rules: readonly Rule[] = [askQuantity, askPrice, askNewPrice, askExpiry]

/** Returns a transaction's warnings, at most one per field, in form order. `today`: store date. */
export const questionsOf = (...asked: Parameters<Rule>): Question[] =>
  rules.flatMap((rule) => rule(...asked) ?? [])
