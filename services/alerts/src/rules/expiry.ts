import { type AlertSeverity, addDays, expiryState, type Lot, lotsOf, lotValue } from '@mms/contracts'
import type { Finding, JudgedMedicine, Rule, Situation } from './finding.ts'
import { words } from './words.ts'

const HIGH_DAYS = 7
const MEDIUM_DAYS = 14
/** An alert about stock of at least this value is one step more severe; below the lower value one step less. */
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
  numbers: string[]
}

/** Lots with the same expiry date share one alert. */
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
 * **expiry**: a lot expires within 30 days, today included; it is good through its printed day in the store's time
 * zone. **expired**: it has expired and is still in stock. **return_to_distributor**: it expires within the
 * distributor's notice, 90 days by default. Each lot is one cause, whose alert moves from type to type.
 * High if expired or within 7 days, medium within 14, else low. Before expiry ₹5,000 or more at today's price is one
 * step more severe, less than ₹200 one step less.
 * Source: the specification, §2 *Expiry: expires within the next 30 days* and §9.
 */
export const expiryRule: Rule = (medicine, situation) => expiryOfLots(medicine, lotsOf(medicine), situation)
