import { type AlertSeverity, lotsOf, unexpiredUnits } from '@mms/contracts'
import { diseases } from './diseases.ts'
import type { Rule } from './finding.ts'
import { words } from './words.ts'

/** So much above the average month makes a disease one of the month. */
const USUAL_ABOVE = 1.3
const HIGH_ABOVE = 2
const MEDIUM_ABOVE = 1.5

function severityOf(index: number): AlertSeverity {
  if (index > HIGH_ABOVE) return 'high'
  return index > MEDIUM_ABOVE ? 'medium' : 'low'
}

const monthNames = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

/** The diseases of a month for which a category is wanted, the most usual first. */
function diseasesOf(category: string, today: string) {
  const month = Number(today.slice(5, 7)) - 1
  return diseases
    .filter(({ categories }) => (categories as readonly string[]).includes(category))
    .map(({ name, months }) => ({ name, index: months[month] as number }))
    .filter(({ index }) => index > USUAL_ABOVE)
    .sort((a, b) => b.index - a.index)
}

/**
 * **disease_pattern_risk**: outbreaks of a disease are more than 1.3 times as usual this month as in the average one, and a
 * category that is wanted then is short: what has not expired of all its medicines together is at or below all their
 * minimums together. Each of its medicines of which the same holds gets an alert; in a short category there is at least
 * one. Severity by the index: high above 2, medium above 1.5, else low. The index is a flag; it multiplies no demand.
 *
 * Source: `demand.md`, *Disease pattern prior for India*; the table is `diseases.ts`.
 */
export const diseasePattern: Rule = (medicine, { today, category }) => {
  const usual = diseasesOf(medicine.category, today)
  const [worst] = usual
  if (!worst || category.usable > category.minimum) return []
  const usable = unexpiredUnits(lotsOf(medicine), today)
  if (usable > medicine.minStockLevel) return []
  const month = monthNames.format(new Date(`${today}T00:00:00Z`))
  const message = words.diseasePattern(medicine, {
    usable,
    diseases: usual.map(({ name }) => name),
    month,
    category: medicine.category,
  })
  const severity = severityOf(worst.index)
  return [{ cause: 'disease_pattern_risk', type: 'disease_pattern_risk', severity, message }]
}
