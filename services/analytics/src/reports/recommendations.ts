import {
  dateInWords,
  type ExpectedDemand,
  expiryUnits,
  lotsOf,
  multiplierOf,
  neededStock,
  needsRestock,
  type Recommendation,
  SENSITIVE_ABOVE,
  unexpiredUnits,
} from '@mms/contracts'
import type { StoreConditions } from '../conditions/service.ts'
import { highRiskCategories, risksUnder } from '../demand/high-risk.ts'
import { isShort } from '../demand/need.ts'
import { expectedSentence } from '../demand/reasons.ts'
import type { Medicine } from '../medicines/store.ts'

/** Medicines that a card names. */
const NAMED = 5
/** Cards that the page has room for. */
const MOST = 3

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const units = new Intl.NumberFormat('en-IN')
const counted = (count: number, noun: string) => `${units.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** A card that names the first medicines of a list; none for an empty list. */
function card(found: { medicine: Medicine }[], words: Omit<Recommendation, 'medicines'>): Recommendation[] {
  const medicines = found.slice(0, NAMED).map(({ medicine: { id, name } }) => ({ _id: id, medicine: name }))
  return medicines.length === 0 ? [] : [{ ...words, medicines }]
}

const totalValue = (list: { value: number }[]) =>
  rupees.format(list.reduce((sum, { value }) => sum + value, 0))

/** Unexpired stock below its minimum under the conditions of today, or below what is forecast until an order has come. */
function restock({ medicines, conditions, expect }: Advised): Recommendation[] {
  const { season, climate } = conditions
  const short = medicines
    .map((medicine) => {
      const multiplier = multiplierOf(medicine.factors, season, climate).value
      const expected = expect(medicine)
      const unexpired = unexpiredUnits(lotsOf(medicine), conditions.date)
      const isLow = needsRestock({ ...medicine, currentStock: unexpired }, multiplier)
      const isMissing = isShort(expected, unexpired)
      const minimum = isLow ? neededStock(medicine, multiplier) : 0
      const needed = Math.max(minimum, isMissing && expected ? expected.units : 0)
      return { medicine, multiplier, expected, unexpired, isLow, isMissing, missing: needed - unexpired }
    })
    .filter(({ isLow, isMissing }) => isLow || isMissing)
    .sort((a, b) => b.missing - a.missing)
  const text = `${counted(short.length, 'medicine')} at or below the minimum stock for ${season} and ${climate} weather, or with less than is forecast to be wanted until an order has come.`
  return card(short, {
    kind: 'restock',
    title: 'Restock',
    text,
    reasons: short.slice(0, NAMED).map(restockReason),
  })
}

interface Short {
  medicine: Medicine
  multiplier: number
  expected: ExpectedDemand | null
  unexpired: number
  isMissing: boolean
}

function restockReason({ medicine, multiplier, expected, unexpired, isMissing }: Short): string {
  const { name, currentStock, minStockLevel } = medicine
  const counts =
    unexpired === currentStock
      ? units.format(currentStock)
      : `${units.format(unexpired)} unexpired of ${units.format(currentStock)}`
  const inStock = `${name}: ${counts} in stock`
  if (isMissing && expected) return `${inStock}; ${expectedSentence(expected)}.`
  const needed = decimals.format(neededStock(medicine, multiplier))
  return `${inStock}, minimum ${units.format(minStockLevel)} × ${decimals.format(multiplier)} = ${needed}.`
}

function expiry(medicines: Medicine[], today: string): Recommendation[] {
  const risky = medicines
    .map((medicine) => {
      const { expired, expiring } = expiryUnits(lotsOf(medicine), today)
      return { medicine, expired, expiring, value: (expired + expiring) * medicine.unitPrice }
    })
    .filter(({ expired, expiring }) => expired + expiring > 0)
    .sort((a, b) => b.value - a.value)
  const text = `${totalValue(risky)} of stock has expired or expires within 30 days, in ${counted(risky.length, 'medicine')}.`
  const reasons = risky
    .slice(0, NAMED)
    .map(
      ({ medicine: { name, expiryDate }, expired, expiring, value }) =>
        `${name}: ${units.format(expired + expiring)} units, ${rupees.format(value)}, ${expired > 0 ? 'expired' : 'good until'} ${dateInWords(expiryDate ?? today)}.`,
    )
  return card(risky, { kind: 'expiry', title: 'Sell or return before expiry', text, reasons })
}

function prepare(medicines: Medicine[], conditions: StoreConditions): Recommendation[] {
  const { season, climate, seasonBasis } = conditions
  const risky = highRiskCategories(conditions)
  const raised = medicines
    .filter(({ category }) => risky.includes(category))
    .map((medicine) => ({ medicine, multiplier: multiplierOf(medicine.factors, season, climate).value }))
    .filter(({ multiplier }) => multiplier > SENSITIVE_ABOVE)
    .sort((a, b) => b.multiplier - a.multiplier)
  const title = `Prepare for ${season} and ${climate} weather`
  const text = `${counted(raised.length, 'medicine')} of categories at high risk with demand above ${SENSITIVE_ABOVE} times normal (${seasonBasis}).`
  const categories = new Set<string>(raised.map(({ medicine }) => medicine.category))
  const reasons = risksUnder(conditions)
    .filter(({ category }) => categories.has(category))
    .map(({ when, category, because, source }) => `${category}, ${when}: ${because} (${source}).`)
  return card(raised, { kind: 'season', title, text, reasons })
}

/** Stock without a sale since `since`, by what it is worth. */
function slow(medicines: Medicine[], soldIds: ReadonlySet<string>, since: string): Recommendation[] {
  // Without any history nothing is known of what is slow.
  if (soldIds.size === 0) return []
  const unsold = medicines
    .filter(({ id, currentStock }) => currentStock > 0 && !soldIds.has(id))
    .map((medicine) => ({ medicine, value: medicine.currentStock * medicine.unitPrice }))
    .sort((a, b) => b.value - a.value)
  const text = `${totalValue(unsold)} lie in ${counted(unsold.length, 'medicine')} of which nothing was sold since ${dateInWords(`${since}-01`)}.`
  const reasons = unsold
    .slice(0, NAMED)
    .map(
      ({ medicine: { name, currentStock }, value }) =>
        `${name}: ${units.format(currentStock)} units, ${rupees.format(value)}.`,
    )
  return card(unsold, { kind: 'slow', title: 'Slow stock', text, reasons })
}

export interface Advised {
  medicines: Medicine[]
  conditions: StoreConditions
  /** Of which something was consumed since the month `since`. */
  soldIds: ReadonlySet<string>
  since: string
  /** What a medicine's own sales say of its demand; null without history. */
  expect: (medicine: Medicine) => ExpectedDemand | null
}

/** What to do, the most urgent first, each with its reasons; nothing where nothing is to be done. */
export function recommend(advised: Advised): Recommendation[] {
  const { medicines, conditions, soldIds, since } = advised
  return [
    ...restock(advised),
    ...expiry(medicines, conditions.date),
    ...prepare(medicines, conditions),
    ...slow(medicines, soldIds, since),
  ].slice(0, MOST)
}
