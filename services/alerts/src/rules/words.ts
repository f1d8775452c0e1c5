import { dateInWords } from '@mms/contracts'

/* All sentences of alerts: other languages come. */

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const list = new Intl.ListFormat('en-IN', { type: 'conjunction' })

const units = (count: number) => `${whole.format(count)} ${count === 1 ? 'unit' : 'units'}`
/** A name fit for a sentence of at most 1,000 characters: where several stand in one, each has 100. */
export const shortened = (name: string, most = 100) =>
  name.length > most ? `${name.slice(0, most - 1).toWellFormed()}…` : name
const named = (medicines: { name: string }[]) => list.format(medicines.map(({ name }) => shortened(name)))
const withUnits = (medicines: { name: string; usable: number }[]) =>
  list.format(medicines.map(({ name, usable }) => `${shortened(name)} (${units(usable)})`))

interface Stock {
  name: string
  currentStock: number
  minStockLevel: number
}

interface Predicted {
  multiplier: number
  when: string
  unexpired: number
}

/** Where some have expired, the others are what counts. */
const inStock = (currentStock: number, unexpired: number) =>
  unexpired === currentStock
    ? `${units(currentStock)} in stock`
    : `${whole.format(unexpired)} unexpired of ${units(currentStock)} in stock`

export const words = {
  outOfStock: ({ name, minStockLevel }: Stock) =>
    `${name} is out of stock; the minimum is ${units(minStockLevel)}.`,
  lowStock: ({ name, currentStock, minStockLevel }: Stock) =>
    `${name} is low: ${units(currentStock)} left, the minimum is ${units(minStockLevel)}.`,
  expired: (name: string, date: string, count: number, rupees: number) =>
    `${name} expired on ${dateInWords(date)}: ${units(count)} worth ${money.format(rupees)} are still in stock.`,
  expiring: (name: string, date: string, count: number, rupees: number) =>
    `${name} expires on ${dateInWords(date)}: ${units(count)} worth ${money.format(rupees)} are at stake.`,
  highDemand: (
    { name, currentStock, minStockLevel }: Stock,
    { multiplier, when, unexpired, needed }: Predicted & { needed: number },
  ) =>
    `${name}: ${decimals.format(multiplier)}× normal demand is predicted (${when}). ${inStock(currentStock, unexpired)} do not ` +
    `cover the minimum of ${units(minStockLevel)} × ${decimals.format(multiplier)} = ${decimals.format(needed)}.`,
  highDemandExpected: (
    { name, currentStock }: Stock,
    { multiplier, when, unexpired, expected }: Predicted & { expected: { units: number; days: number } },
  ) =>
    `${name}: ${decimals.format(multiplier)}× normal demand is predicted (${when}). ${inStock(currentStock, unexpired)} do not ` +
    `cover the ${whole.format(expected.units)} expected to be wanted in the next ${expected.days} days.`,
  diseasePattern: (
    { name, minStockLevel }: Stock,
    {
      usable,
      diseases,
      month,
      category,
    }: { usable: number; diseases: string[]; month: string; category: string },
  ) =>
    `${name}: outbreaks of ${list.format(diseases)} are usual in ${month}, and ${category} are short. ` +
    `${units(usable)} left, the minimum is ${units(minStockLevel)}.`,
  alternatives: ({ name, currentStock }: Stock, similar: { name: string; usable: number }[]) =>
    `${shortened(name)} is ${currentStock === 0 ? 'out of stock' : 'low'}. Of the same category there is enough of ` +
    `${withUnits(similar)}.`,
  allAreLow: ({ name, currentStock }: Stock, similar: { name: string }[], others: number) =>
    `${shortened(name)} is ${currentStock === 0 ? 'out of stock' : 'low'}, and so are similar ones: ` +
    `${named(similar)}${others > 0 ? ` and ${whole.format(others)} more` : ''}. Restock one of them first.`,
}
