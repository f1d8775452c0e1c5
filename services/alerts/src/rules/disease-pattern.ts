import { type AlertSeverity, lotsOf, unexpiredUnits } from '@mms/contracts'
import { diseases } from './diseases.ts'
import type { Rule } from './finding.ts'
import { words } from './words.ts'

/** Index above which a disease belongs to the month. */
const USUAL_ABOVE = 1.3
const HIGH_ABOVE = 2
const MEDIUM_ABOVE = 1.5

function severityOf(index: number): AlertSeverity {
  if (index > HIGH_ABOVE) return 'high'
  return index > MEDIUM_ABOVE ? 'medium' : 'low'
}

const monthNames = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

function diseasesOf(category: string, today: string) {
  const month = Number(today.slice(5, 7)) - 1
  return diseases
    .filter(({ categories }) => (categories as readonly string[]).includes(category))
    .map(({ name, months }) => ({ name, index: months[month] as number }))
    .filter(({ index }) => index > USUAL_ABOVE)
    .sort((a, b) => b.index - a.index)
}

/**
 * **disease_pattern_risk**: outbreaks of a disease exceed 1.3 times the average month, and a category that treats it is
 * short: unexpired stock of all its medicines is at or below the sum of their minimums. Each of its medicines that is
 * short itself gets an alert. Severity by index: high above 2, medium above 1.5, else low. The index multiplies no
 * demand.
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
