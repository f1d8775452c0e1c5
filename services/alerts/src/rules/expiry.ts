import { type AlertSeverity, addDays, expiryState, type Lot, lotsOf } from '@mms/contracts'
import type { Finding, JudgedMedicine, Rule } from './finding.ts'
import { words } from './words.ts'

const HIGH_DAYS = 7
const MEDIUM_DAYS = 14

/** Of a lot that expires within the window, or has expired. */
function severityOf(date: string, today: string): AlertSeverity {
  if (date <= addDays(today, HIGH_DAYS)) return 'high'
  return date <= addDays(today, MEDIUM_DAYS) ? 'medium' : 'low'
}

/** Lots of one date are one cause. */
function unitsByDate(lots: Lot[]): Map<string, number> {
  const dates = new Map<string, number>()
  for (const { expiryDate, units } of lots) {
    if (expiryDate !== null && units > 0) dates.set(expiryDate, (dates.get(expiryDate) ?? 0) + units)
  }
  return dates
}

/** The causes that hold of these lots on a store's date. */
export function expiryOfLots(
  { unitPrice }: Pick<JudgedMedicine, 'unitPrice'>,
  lots: Lot[],
  today: string,
): Finding[] {
  return [...unitsByDate(lots)].flatMap(([date, units]): Finding[] => {
    const state = expiryState(date, today)
    if (state === 'good') return []
    const message = words[state](date, units, units * unitPrice)
    return [{ cause: `expiry ${date}`, type: 'expiry', severity: severityOf(date, today), message }]
  })
}

/**
 * **expiry**: a lot expires within the next 30 days, today included, or has expired and is still in stock. A lot is good
 * through the end of its printed day, in the store's time zone. High when it has expired or has at most 7 days, medium at
 * most 14, else low. Units and rupees at stake are its stock at today's price. Each lot is a cause of its own.
 *
 * Source: the specification, §2 *Expiry: expires within the next 30 days* and §9.
 */
export const expiry: Rule = (medicine, { today }) => expiryOfLots(medicine, lotsOf(medicine), today)
