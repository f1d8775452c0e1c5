import { type AlertSeverity, lotsOf, type MedicineCategory, unexpiredUnits } from '@mms/contracts'
import type { Rule } from './finding.ts'
import { words } from './words.ts'

interface Disease {
  name: string
  months: readonly number[]
  categories: readonly MedicineCategory[]
}

/**
 * Index of reported outbreaks by month, from 8,985 weekly reports of the Integrated Disease Surveillance Programme of
 * India, 2009 to 2022. Categories after fact sheets of the World Health Organization: rehydration and, for cholera,
 * antibiotics; paracetamol for fever and pain of dengue and malaria.
 */
const diseases: readonly Disease[] = [
  {
    name: 'acute diarrhoea',
    months: [0.44, 0.48, 0.58, 0.77, 1.28, 1.67, 2.06, 1.68, 1.16, 0.9, 0.57, 0.4],
    categories: ['Antibiotics', 'Supplements'],
  },
  {
    name: 'cholera',
    months: [0.34, 0.18, 0.34, 0.63, 1.26, 1.63, 2.5, 1.89, 1.38, 1.02, 0.49, 0.34],
    categories: ['Antibiotics', 'Supplements'],
  },
  {
    name: 'dengue',
    months: [0.38, 0.25, 0.51, 0.87, 1.01, 1.21, 1.16, 1.87, 1.98, 1.65, 0.7, 0.41],
    categories: ['Antipyretics', 'Analgesics'],
  },
  {
    name: 'malaria',
    months: [0.37, 0.11, 0.24, 0.48, 1.01, 1.42, 1.86, 1.36, 1.62, 1.47, 1.45, 0.61],
    categories: ['Antipyretics', 'Analgesics'],
  },
]

/** From this index on a disease is usual in the month. */
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
export const diseasePatternRule: Rule = (medicine, { today, category }) => {
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
