/* Rules only, no schemas: the form asks by them at every Enter, and the server judges returns by them. */

import { rupeesToPaise } from './money.ts'
import type { Direction, TransactionType } from './stock.ts'
import { addDays } from './store-date.ts'

/** What the counter asks about, once per field of the form. */
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
] as const
type QuestionCode = (typeof questionCodes)[number]

/** From where on the counter asks. An administrator sets them in the store's settings. */
export interface CounterLimits {
  /** A price so many times the usual one, or below it by as much, is asked about. */
  priceTimes: number
  /** A quantity so many times the usual one of its medicine and type is asked about. */
  quantityTimes: number
  /** A new price so many times the present one, or below it by as much, is asked about. */
  newPriceTimes: number
  /** An expiry date in fewer days than these is asked about. */
  expiryDays: number
  /** An expiry date in more years than these is asked about. */
  expiryYears: number
  /** Units that staff may take back beyond what was sold in `RETURN_DAYS`; more needs an administrator. */
  staffReturnUnits: number
  /** Rupees that one of the staff may refund in a day for units that were not sold here; more needs an administrator. */
  staffRefundRupees: number
}

/** What holds until an administrator says otherwise. */
export const defaultCounterLimits: CounterLimits = {
  priceTimes: 3,
  quantityTimes: 10,
  newPriceTimes: 2,
  expiryDays: 30,
  expiryYears: 6,
  staffReturnUnits: 10,
  staffRefundRupees: 5_000,
}

/** How many days back what was sold of a medicine may be returned without a question. */
export const RETURN_DAYS = 90

/** Fields of a transaction that are asked about, in the order of the form. */
export const questionFields = ['quantity', 'unitPrice', 'newUnitPrice', 'newExpiryDate'] as const
type QuestionField = (typeof questionFields)[number]

/** One question: what was entered, and what it was compared with. Prices in rupees, dates as `yyyy-mm-dd`. */
export interface Question {
  code: QuestionCode
  field: QuestionField
  value: number | string
  compared: number | string
}

/** What is asked about of a transaction. Prices in rupees. */
export interface EnteredTransaction {
  type: TransactionType
  quantity: number
  unitPrice: number
  direction?: Direction | undefined
  newUnitPrice?: number | undefined
  newExpiryDate?: string | undefined
}

/** What is known of its medicine; what is not known is not asked about. Prices in rupees. */
export interface ComparedMedicine {
  unitPrice: number
  currentStock: number
  expiryDate: string | null
  /** Maximum retail price. */
  mrp?: number | null | undefined
  /** Units of it that are usual in one transaction, by type. */
  usual?: Partial<Record<TransactionType, number>> | undefined
  /** Units sold in the last `RETURN_DAYS`, less those that came back. */
  sold?: number | undefined
}

type Rule = (
  entered: EnteredTransaction,
  medicine: ComparedMedicine,
  limits: CounterLimits,
  today: string,
) => Question | undefined

/** Whether one price is `times` another or more, either way; exact, in paise. Nothing is far from 0. */
export function isFarPrice(price: number, from: number, times: number): boolean {
  const [paise, fromPaise] = [rupeesToPaise(price), rupeesToPaise(from)]
  if (fromPaise === 0) return false
  return paise >= fromPaise * times || paise * times <= fromPaise
}

const takesStock = ({ type, direction }: Pick<EnteredTransaction, 'type' | 'direction'>) =>
  type === 'sale' || type === 'expired' || (type === 'adjustment' && direction === 'decrease')

/** Write-offs and adjustments move no money. */
const movesMoney = ({ type }: EnteredTransaction) =>
  type === 'sale' || type === 'return' || type === 'purchase'

/**
 * Units that can go out, where more are entered; undefined where they suffice or nothing goes out. Expired stock is
 * there, but cannot be sold: 0. `today` is the store's date.
 *
 * @example unitsLeft({ type: 'sale', quantity: 15 }, { currentStock: 12, expiryDate: null }, '2026-11-20') // 12
 */
export function unitsLeft(
  entered: Pick<EnteredTransaction, 'type' | 'quantity' | 'direction'>,
  { currentStock, expiryDate }: Pick<ComparedMedicine, 'currentStock' | 'expiryDate'>,
  today: string,
): number | undefined {
  const isUnsaleable = entered.type === 'sale' && expiryDate !== null && expiryDate < today
  const available = isUnsaleable ? 0 : currentStock
  return takesStock(entered) && entered.quantity > available ? available : undefined
}

/** How many units come back beyond what was sold; 0 where all of them were. */
export function unitsAboveSold(quantity: number, sold: number): number {
  return Math.max(0, quantity - Math.max(0, sold))
}

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
  // A sale above the MRP of its batch is refused, not asked about.
  if (entered.type !== 'sale' && isNumber(mrp) && value > mrp) return ask('price_above_mrp', mrp)
  return isFarPrice(value, usual, priceTimes) ? ask('price_far', usual) : undefined
}

const askNewPrice: Rule = ({ newUnitPrice: value }, { unitPrice: present, mrp }, { newPriceTimes }) => {
  if (value === undefined) return undefined
  const ask = asking('newUnitPrice', value)
  if (isNumber(mrp) && value > mrp) return ask('new_price_above_mrp', mrp)
  return isFarPrice(value, present, newPriceTimes) ? ask('new_price_far', present) : undefined
}

const askExpiry: Rule = ({ newExpiryDate: value }, _medicine, limits, today) => {
  if (value === undefined) return undefined
  const code = expiryQuestion(value, limits, today)
  return code && { code, field: 'newExpiryDate', value, compared: today }
}

/** Why a unit is not sold at a price, in rupees: the MRP is that of its batch, or of its medicine where `number` is left out. */
export function aboveMrpText(
  price: number,
  { mrp, name, number }: { mrp: number; name: string; number?: string | null | undefined },
): string {
  const whose = number ? `batch ${number} of ${name}` : name
  return `₹${price.toFixed(2)} is above ₹${mrp.toFixed(2)}, the MRP of ${whose}`
}

/** What is odd about an expiry date that is entered on the store's date `today`. */
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

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

const rules: readonly Rule[] = [askQuantity, askPrice, askNewPrice, askExpiry]

/**
 * What a person at the counter is asked before a transaction is recorded: at most one question per field, in the order
 * of the form. `today` is the store's date.
 *
 * @example
 * questionsOf({ type: 'sale', quantity: 1, unitPrice: 300 }, { unitPrice: 30, currentStock: 9, expiryDate: null },
 *   defaultCounterLimits, '2026-11-20')
 * // [{ code: 'price_far', field: 'unitPrice', value: 300, compared: 30 }]
 */
export function questionsOf(
  entered: EnteredTransaction,
  medicine: ComparedMedicine,
  limits: CounterLimits,
  today: string,
): Question[] {
  return rules.flatMap((rule) => rule(entered, medicine, limits, today) ?? [])
}
