import { type ConfirmedQuestion, type Question, RETURN_DAYS } from '@mms/contracts'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import { daysUntil, inDays } from './medicines.ts'

const DAYS_OF_A_YEAR = 365.25

type Compared = Pick<Question, 'code' | 'value' | 'compared'>

export const questionText = (question: Question): string => `${reasonOf(question)}. ${yesOf(question)}`

function reasonOf({ code, value, compared }: Compared): string {
  const rupees = () => formatRupees(Number(compared))
  const count = () => (compared === 0 ? 'None' : `Only ${formatCount(Number(compared))}`)
  switch (code) {
    case 'price_zero':
      return compared === 0 ? 'No price is entered' : `Usual price is ${rupees()}`
    case 'price_far':
      return `Usual price is ${rupees()}`
    case 'price_above_mrp':
    case 'new_price_above_mrp':
      return `MRP is ${rupees()}`
    case 'new_price_far':
      return `Present price is ${rupees()}`
    case 'quantity_above_stock':
      return `${count()} in stock`
    case 'return_above_sold':
      return `${count()} sold in ${RETURN_DAYS} days and not returned`
    case 'quantity_far':
      return `Usual quantity is ${formatCount(Number(compared))}`
    case 'expiry_past':
      return `${formatDate(String(value))} has passed`
    case 'expiry_near':
      return `${formatDate(String(value))} is ${inDays(String(value))}`
    case 'expiry_far':
      return `${formatDate(String(value))} is ${inYears(String(value))}`
    case 'written_off_early':
      return `${count()} not expired`
    case 'cost_is_price':
      return `${rupees()} is the selling price`
    case 'batch_missing':
      return 'No batch number and no expiry date'
    case 'expiry_missing':
      return 'No expiry date'
  }
}

function yesOf({ code, field, value }: Question): string {
  if (code === 'batch_missing' || code === 'expiry_missing') return 'Press Enter again to record it without'
  if (field === 'newExpiryDate') return 'Press Enter again to record it'
  const what = field === 'quantity' ? formatCount(Number(value)) : formatRupees(Number(value))
  return `Press Enter again to record ${what}`
}

const inYears = (date: string) => `in ${Math.floor(daysUntil(date) / DAYS_OF_A_YEAR)} years`

export function confirmedText({ code, value, compared }: ConfirmedQuestion): string {
  const times = Number(value) / Number(compared)
  const shown = formatCount(Math.round(times))
  switch (code) {
    case 'price_zero':
      return 'a price of 0'
    case 'price_far':
      return times > 1 ? `${shown} × the usual price` : `usual price ${formatRupees(Number(compared))}`
    case 'price_above_mrp':
    case 'new_price_above_mrp':
      return `above the MRP of ${formatRupees(Number(compared))}`
    case 'new_price_far':
      return `new price ${formatRupees(Number(value))}, before ${formatRupees(Number(compared))}`
    case 'quantity_above_stock':
      return `${formatCount(Number(compared))} in stock`
    case 'return_above_sold':
      return `${formatCount(Number(compared))} sold in ${RETURN_DAYS} days`
    case 'quantity_far':
      return `${shown} × the usual quantity`
    case 'expiry_past':
    case 'expiry_near':
    case 'expiry_far':
      return `expiry ${formatDate(String(value))}`
    case 'written_off_early':
      return `${formatCount(Number(compared))} not expired, worth ${formatRupees(Number(value))}`
    case 'cost_is_price':
      return 'at the selling price'
    case 'batch_missing':
      return 'no batch number, no expiry date'
    case 'expiry_missing':
      return 'no expiry date'
  }
}
