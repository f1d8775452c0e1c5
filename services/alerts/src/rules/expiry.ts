import { type AlertSeverity, addDays, expiryState, type Lot, lotsOf, lotValue } from '@mms/contracts'
import type { Finding, JudgedMedicine, Rule, Situation } from './finding.ts'
import { words } from './words.ts'

const HIGH_DAYS = 7
const MEDIUM_DAYS = 14
/** Rupees: from here on it is one step more severe, below there one less. */
const MUCH_RUPEES = 5_000
const LITTLE_RUPEES = 200

const severities: AlertSeverity[] = ['low', 'medium', 'high']

function severityOf(date: string, today: string, rupees: number): AlertSeverity {
  if (date < today) return 'high'
  const byDays = Number(date <= addDays(today, HIGH_DAYS)) + Number(date <= addDays(today, MEDIUM_DAYS))
  const byMoney = Number(rupees >= MUCH_RUPEES) - Number(rupees < LITTLE_RUPEES)
  return severities[Math.min(2, Math.max(0, byDays + byMoney))] as AlertSeverity
}

function typeOf(date: string, { today, returnNoticeDays }: ExpirySituation) {
  const state = expiryState(date, today)
  if (state !== 'good') return state === 'expired' ? 'expired' : 'expiry'
  return date <= addDays(today, returnNoticeDays) ? 'return_to_distributor' : null
}

interface Dated {
  units: number
  rupees: number
  /** Of the batches of that date that have one. */
  numbers: string[]
}

/** Lots of one date are one cause. */
function byDate(lots: Lot[], unitPrice: number): Map<string, Dated> {
  const dates = new Map<string, Dated>()
  for (const lot of lots) {
    const { expiryDate, units, number } = lot
    if (expiryDate === null || units <= 0) continue
    const before = dates.get(expiryDate) ?? { units: 0, rupees: 0, numbers: [] }
    const numbers = number === undefined ? before.numbers : [...before.numbers, number]
    const rupees = before.rupees + lotValue(lot, unitPrice)
    dates.set(expiryDate, { units: before.units + units, rupees, numbers })
  }
  return dates
}

type ExpirySituation = Pick<Situation, 'today' | 'returnNoticeDays'>

/** The causes that hold of these lots on a store's date. */
export function expiryOfLots(
  { unitPrice }: Pick<JudgedMedicine, 'unitPrice'>,
  lots: Lot[],
  situation: ExpirySituation,
): Finding[] {
  return [...byDate(lots, unitPrice)].flatMap(([date, { units, rupees, numbers }]): Finding[] => {
    const type = typeOf(date, situation)
    if (type === null) return []
    const sentence = words[type === 'expired' ? 'expired' : 'expiring'](date, units, rupees)
    const message = words.ofBatches(sentence, numbers)
    return [{ cause: `expiry ${date}`, type, severity: severityOf(date, situation.today, rupees), message }]
  })
}

/**
 * **expiry**: a lot expires within the next 30 days, today included. A lot is good through the end of its printed day, in
 * the store's time zone. **expired**: it has, and is still in stock. **return_to_distributor**: it expires within the days of
 * notice that distributors want, 90 by default. One cause, whose alert goes from type to type.
 *
 * High when it has expired or has at most 7 days, medium at most 14, else low; until it has expired, ₹5,000 or more at
 * today's price, that of the batch where it has one, are a step more severe, less than ₹200 a step less. Each lot is a cause of its own.
 *
 * Source: the specification, §2 *Expiry: expires within the next 30 days* and §9.
 */
export const expiry: Rule = (medicine, situation) => expiryOfLots(medicine, lotsOf(medicine), situation)
