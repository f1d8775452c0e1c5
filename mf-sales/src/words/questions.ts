import { type ConfirmedQuestion, type Question, RETURN_DAYS } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import { daysUntil, inDays } from './medicines.ts'

const DAYS_OF_A_YEAR = 365.25

type Compared = Pick<Question, 'code' | 'value' | 'compared'>
/** A newer server may send a code that has no text here. */
type Texts = Record<Compared['code'], (question: Compared) => string>

const rupees = ({ compared }: Compared) => formatRupees(Number(compared))
const count = ({ compared }: Compared) => formatCount(Number(compared))
const onlyCount = (question: Compared) => (question.compared === 0 ? 'None' : `Only ${count(question)}`)
const date = ({ value }: Compared) => formatDate(String(value))
const inYears = (day: string) => `in ${Math.floor(daysUntil(day) / DAYS_OF_A_YEAR)} years`

const reasons: Texts = {
  price_zero: (question) =>
    question.compared === 0 ? 'No price is entered' : `Usual price is ${rupees(question)}`,
  price_far: (question) => `Usual price is ${rupees(question)}`,
  price_above_mrp: (question) => `MRP is ${rupees(question)}`,
  new_price_above_mrp: (question) => `MRP is ${rupees(question)}`,
  new_price_far: (question) => `Present price is ${rupees(question)}`,
  quantity_above_stock: (question) => `${onlyCount(question)} in stock`,
  return_above_sold: (question) =>
    `${onlyCount(question)} sold without a bill in ${RETURN_DAYS} days and not returned`,
  quantity_far: (question) => `Usual quantity is ${count(question)}`,
  expiry_past: (question) => `${date(question)} has passed`,
  expiry_near: (question) => `${date(question)} is ${inDays(String(question.value))}`,
  expiry_far: (question) => `${date(question)} is ${inYears(String(question.value))}`,
  written_off_early: (question) => `${onlyCount(question)} not expired`,
  cost_is_price: (question) => `${rupees(question)} is the selling price`,
  batch_missing: () => 'No batch number and no expiry date',
  expiry_missing: () => 'No expiry date',
}

export const questionText = (question: Question): string =>
  `${reasons[question.code](question)}. ${yesOf(question)}`

function yesOf({ code, field, value }: Question): string {
  if (code === 'batch_missing' || code === 'expiry_missing') return 'Press Enter again to record it without'
  if (field === 'newExpiryDate') return 'Press Enter again to record it'
  const what = field === 'quantity' ? formatCount(Number(value)) : formatRupees(Number(value))
  return `Press Enter again to record ${what}`
}

const times = ({ value, compared }: Compared) => Number(value) / Number(compared)
const shownTimes = (question: Compared) => `${formatCount(Math.round(times(question)))} ×`
const value = (question: Compared) => formatRupees(Number(question.value))

const confirmations: Texts = {
  price_zero: () => 'a price of 0',
  price_far: (question) =>
    times(question) > 1 ? `${shownTimes(question)} the usual price` : `usual price ${rupees(question)}`,
  price_above_mrp: (question) => `above the MRP of ${rupees(question)}`,
  new_price_above_mrp: (question) => `above the MRP of ${rupees(question)}`,
  new_price_far: (question) => `new price ${value(question)}, before ${rupees(question)}`,
  quantity_above_stock: (question) => `${count(question)} in stock`,
  return_above_sold: (question) => `${count(question)} sold without a bill in ${RETURN_DAYS} days`,
  quantity_far: (question) => `${shownTimes(question)} the usual quantity`,
  expiry_past: (question) => `expiry ${date(question)}`,
  expiry_near: (question) => `expiry ${date(question)}`,
  expiry_far: (question) => `expiry ${date(question)}`,
  written_off_early: (question) => `${count(question)} not expired, worth ${value(question)}`,
  cost_is_price: () => 'at the selling price',
  batch_missing: () => 'no batch number, no expiry date',
  expiry_missing: () => 'no expiry date',
}

export const confirmedText = (question: ConfirmedQuestion): string =>
  confirmations[question.code]?.(question) ?? ''
