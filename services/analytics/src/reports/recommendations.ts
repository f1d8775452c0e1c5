import {
  dateInWords,
  type ExpectedDemand,
  type Lot,
  lotsOf,
  multiplierOf,
  needAboveStock,
  neededStock,
  paiseToRupees,
  type Recommendation,
  SENSITIVITY_THRESHOLD,
  seasonName,
  sumOf,
  unexpiredUnits,
  unitsByExpiry,
} from '@mms/contracts'
import type { StoreConditions } from '../conditions/rules.ts'
import { highRiskCategories, risksUnder } from '../demand/high-risk.ts'
import { isStockShort, needsMoreStock, type StockCover } from '../demand/need.ts'
import { lotPaise } from '../demand/stock-cover.ts'
import type { Medicine } from '../medicines/store.ts'

const NAMED = 5
const MAX_CARDS = 3

const whole = { maximumFractionDigits: 0 }
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', ...whole })
const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const units = new Intl.NumberFormat('en-IN', whole)
const counted = (count: number, noun: string) => `${units.format(count)} ${noun}${count === 1 ? '' : 's'}`

interface Card extends Pick<Recommendation, 'kind' | 'title' | 'text' | 'reasons'> {
  found: { medicine: Medicine; reason: () => string }[]
}

const totalValue = (list: { value: number }[]) =>
  rupees.format(list.reduce((sum, { value }) => sum + value, 0))

/** Medicines whose unexpired stock is below the forecast until an order arrives, or below the seasonal minimum. */
function restock({ medicines, conditions, expect }: RecommendationInput): Card {
  const { season, climate } = conditions
  const found = medicines
    .map((medicine) => {
      const multiplier = multiplierOf(medicine.factors, season, climate).value
      const expected = expect(medicine)
      const unexpired = unexpiredUnits(lotsOf(medicine), conditions.date)
      const needed = expected ? expected.units : neededStock(medicine, multiplier)
      const missing = Math.max(needed, medicine.minStockLevel) - unexpired
      const cover = { unexpired, multiplier, expected }
      return { medicine, cover, missing, reason: () => restockReason(medicine, cover) }
    })
    .filter(({ medicine, cover }) => needsMoreStock(medicine, cover))
    .sort((a, b) => b.missing - a.missing)
  const text = `${counted(found.length, 'medicine')} low for the season, or expected to run out before an order arrives.`
  return { kind: 'restock', title: 'Restock', text, reasons: [], found }
}

const isAnyHeld = (medicine: Medicine) => lotsOf(medicine).some(({ isHeld }) => isHeld)

function restockReason(medicine: Medicine, { unexpired, multiplier, expected }: StockCover): string {
  const { currentStock, minStockLevel } = medicine
  const expired =
    currentStock === unexpired
      ? ''
      : ` (${units.format(currentStock - unexpired)} ${isAnyHeld(medicine) ? 'expired or on hold' : 'expired'})`
  const left = `${units.format(unexpired)} left${expired}`
  if (expected && isStockShort(expected, unexpired))
    return `${left}, about ${units.format(needAboveStock(expected.units, unexpired))} needed in the next ${expected.days} days`
  const minimum = `min ${units.format(minStockLevel)}`
  if (expected || multiplier === 1) return `${left}, ${minimum}`
  const needed = units.format(needAboveStock(neededStock(medicine, multiplier), unexpired))
  return `${left}, ${needed} needed (${minimum} × ${decimals.format(multiplier)})`
}

const expiryWords = {
  expired: { kind: 'expired', title: 'Remove expired stock', verb: 'expired', end: 'has expired.' },
  expiring: {
    kind: 'expiry',
    title: 'Sell or return before expiry',
    verb: 'expire',
    end: 'expires within 30 days.',
  },
}

const firstDateOf = (state: keyof typeof expiryWords, lots: Lot[], today: string): string | undefined =>
  lots
    .flatMap(({ expiryDate }) => expiryDate ?? [])
    .filter((date) => (state === 'expired') === date < today)
    .toSorted()[0]

/** Value in rupees of the units that `unitsOf` counts in each lot. */
const worthOf = (medicine: Medicine, unitsOf: (lot: Lot) => number): number =>
  paiseToRupees(sumOf(lotsOf(medicine).map((lot) => lotPaise(medicine, lot, unitsOf(lot)))))

function expiry(state: keyof typeof expiryWords, medicines: Medicine[], today: string): Card {
  const { verb, end, ...words } = expiryWords[state]
  const found = medicines
    .map((medicine) => {
      const lots = lotsOf(medicine)
      const units = unitsByExpiry(lots, today)[state]
      const value = worthOf(medicine, (lot) => unitsByExpiry([lot], today)[state])
      const date = dateInWords(firstDateOf(state, lots, today) ?? today)
      const reason = () => `${counted(units, 'unit')}, ${rupees.format(value)}, ${verb} on ${date}`
      return { medicine, units, value, reason }
    })
    .filter(({ units }) => units > 0)
    .sort((a, b) => b.value - a.value)
  const text = `${totalValue(found)} in ${counted(found.length, 'medicine')} ${end}`
  return { ...words, text, reasons: [], found }
}

function prepare(medicines: Medicine[], conditions: StoreConditions): Card {
  const { season, scheme, climate, seasonBasis } = conditions
  const risky = highRiskCategories(conditions)
  const found = medicines
    .filter(({ category }) => risky.includes(category))
    .map((medicine) => {
      const multiplier = multiplierOf(medicine.factors, season, climate).value
      return {
        medicine,
        multiplier,
        reason: () => `×${decimals.format(multiplier)} demand (set for this medicine)`,
      }
    })
    .filter(({ multiplier }) => multiplier > SENSITIVITY_THRESHOLD)
    .sort((a, b) => b.multiplier - a.multiplier)
  const text = `${counted(found.length, 'medicine')} in high-risk categories with demand above ×${SENSITIVITY_THRESHOLD} (${seasonBasis}).`
  const categories = new Set<string>(found.map(({ medicine }) => medicine.category))
  const reasons = risksUnder(conditions)
    .filter(({ category }) => categories.has(category))
    .map(({ when, category, because, source }) => `${category}, ${when}: ${because} (${source}).`)
  return {
    kind: 'season',
    title: `Prepare for ${seasonName(season, scheme)} and ${climate} weather`,
    text,
    reasons,
    found,
  }
}

function slow(medicines: Medicine[], soldIds: ReadonlySet<string>, since: string): Card {
  const found = medicines
    .filter(({ id, currentStock }) => soldIds.size > 0 && currentStock > 0 && !soldIds.has(id))
    .map((medicine) => {
      const { currentStock } = medicine
      const value = worthOf(medicine, ({ units }) => units)
      return { medicine, value, reason: () => `${counted(currentStock, 'unit')}, ${rupees.format(value)}` }
    })
    .sort((a, b) => b.value - a.value)
  const text = `${totalValue(found)} in ${counted(found.length, 'medicine')} with no sale since ${dateInWords(`${since}-01`)}.`
  return { kind: 'slow', title: 'Slow stock', text, reasons: [], found }
}

/** Shows each medicine only in its first card, with the reasons of all its cards. */
function nameOnce(cards: Card[]): Recommendation[] {
  const named = new Set<string>()
  return cards.flatMap(({ found, ...words }) => {
    const own = found.filter(({ medicine }) => !named.has(medicine.id)).slice(0, NAMED)
    for (const { medicine } of own) named.add(medicine.id)
    const medicines = own.map(({ medicine: { id, name } }) => ({
      _id: id,
      medicine: name,
      reasons: cards.flatMap((card) => card.found.find(({ medicine }) => medicine.id === id)?.reason() ?? []),
    }))
    return medicines.length > 0 ? [{ ...words, count: found.length, medicines }] : []
  })
}

export interface RecommendationInput {
  medicines: Medicine[]
  conditions: StoreConditions
  soldIds: ReadonlySet<string>
  since: string
  expect: (medicine: Medicine) => ExpectedDemand | null
}
export function recommendActions(input: RecommendationInput): Recommendation[] {
  const { medicines, conditions, soldIds, since } = input
  const cards = [
    restock(input),
    expiry('expired', medicines, conditions.date),
    expiry('expiring', medicines, conditions.date),
    prepare(medicines, conditions),
    slow(medicines, soldIds, since),
  ]
  return nameOnce(cards.filter(({ found }) => found.length > 0).slice(0, MAX_CARDS))
}
