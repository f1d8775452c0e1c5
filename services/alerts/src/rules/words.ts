import { dateInWords, needAboveStock } from '@mms/contracts'

/** All texts of alerts, without the medicine's name, ready for translation. */

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const money = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})
const list = new Intl.ListFormat('en-IN', { type: 'conjunction' })

/** An alert has at most 1,000 characters, so each of several names gets 100. */
const shortened = (name: string, most = 100) =>
  name.length > most ? `${name.slice(0, most - 1).toWellFormed()}…` : name
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const named = (medicines: { name: string }[]) => list.format(medicines.map(({ name }) => shortened(name)))
type Similar = { name: string; usable: number }
const withUnits = (medicines: Similar[]) =>
  list.format(medicines.map(({ name, usable }) => `${shortened(name)} (${whole.format(usable)})`))

/** Inventory's limit. A later release may allow longer names, which must not make an alert too long. */
const LONGEST_NAME = 200
const leadOf = (name: string) => `${shortened(name, LONGEST_NAME)} – `

/** Adds the medicine's name where readers lack it: in a mail or on the dashboard. */
export const prefixName = (name: string, sentence: string): string => `${leadOf(name)}${sentence}`

/** Removes the name that `prefixName` added. Undefined if the message begins differently. */
export function removeName(name: string, message: string): string | undefined {
  const lead = leadOf(name)
  return message.startsWith(lead) ? message.slice(lead.length) : undefined
}

const MOST_NUMBERS = 3

interface Stock {
  currentStock: number
  minStockLevel: number
}

interface Predicted {
  multiplier: number
  when: string
  unexpired: number
}

const left = (currentStock: number, unexpired: number) =>
  unexpired === currentStock
    ? `${whole.format(currentStock)} left`
    : `${whole.format(unexpired)} unexpired of ${whole.format(currentStock)} left`

const demand = ({ multiplier, when }: Predicted) => `${oneDecimal.format(multiplier)}× demand: ${when}`

const worth = (units: number, rupees: number) =>
  `${whole.format(units)} ${units === 1 ? 'unit' : 'units'}, ${money.format(rupees)}`

/** Examples: "Low: 12 left (min 15)", "Low: 4 unexpired of 12 left (min 15)". */
const low = ({ currentStock, minStockLevel }: Stock, unexpired = currentStock) =>
  currentStock <= 0
    ? `Out of stock (min ${whole.format(minStockLevel)})`
    : `Low: ${left(currentStock, unexpired)} (min ${whole.format(minStockLevel)})`

export const words = {
  low,
  /** Example: "12 units, ₹60, expired on 10 Jul 2026 (batch AB1, AB2 and 2 more)". */
  ofBatches: (sentence: string, numbers: string[]) => {
    if (numbers.length === 0) return sentence
    const more = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : ''
    return `${sentence} (batch ${numbers.slice(0, MOST_NUMBERS).join(', ')}${more})`
  },
  expired: (date: string, units: number, rupees: number) =>
    `${worth(units, rupees)}, expired on ${dateInWords(date)}`,
  expiring: (date: string, units: number, rupees: number) =>
    `${worth(units, rupees)}, ${units === 1 ? 'expires' : 'expire'} on ${dateInWords(date)}`,
  highDemand: ({ currentStock }: Stock, predicted: Predicted & { needed: number }) =>
    `${demand(predicted)}; ${left(currentStock, predicted.unexpired)}, ${whole.format(needAboveStock(predicted.needed, predicted.unexpired))} needed`,
  highDemandExpected: (
    { currentStock }: Stock,
    predicted: Predicted & { expected: { units: number; days: number } },
  ) =>
    `About ${whole.format(needAboveStock(predicted.expected.units, predicted.unexpired))} needed in the next ${predicted.expected.days} days, ` +
    `${left(currentStock, predicted.unexpired)} (${demand(predicted)})`,
  diseasePattern: (
    { minStockLevel }: Stock,
    {
      usable,
      diseases,
      month,
      category,
    }: { usable: number; diseases: string[]; month: string; category: string },
  ) =>
    `${capital(list.format(diseases))} ${diseases.length === 1 ? 'is' : 'are'} common in ${month}, and stock of ${category} is low: ` +
    `${whole.format(usable)} left (min ${whole.format(minStockLevel)})`,
  alternatives: (stock: Stock, same: Similar[], other: Similar[]) => {
    const sentences = [
      same.length > 0 && `Same salt in stock: ${withUnits(same)}`,
      other.length > 0 && `Same salt in another form or strength: ${withUnits(other)}`,
    ]
    return [low(stock), ...sentences.filter(Boolean)].join('. ')
  },
  allAreLow: (stock: Stock, similar: { name: string }[], others: number) =>
    `${low(stock)}. Also low, with the same salt: ${named(similar)}${others > 0 ? ` and ${whole.format(others)} more` : ''}`,
}
