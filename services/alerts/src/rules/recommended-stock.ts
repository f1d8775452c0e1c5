import { type AlertSeverity, isLowStock } from '@mms/contracts'
import type { Finding, JudgedMedicine, Rule } from './finding.ts'
import { words } from './words.ts'

/** So many alternatives are named. */
const NAMED = 3
/** What is in them has nothing in common. */
const NOT_SIMILAR = new Set(['', 'Other'])

const finding = (severity: AlertSeverity, message: string): Finding[] => [
  { cause: 'recommended_stock', type: 'recommended_stock', severity, message },
]

const isOut = ({ currentStock }: JudgedMedicine) => currentStock <= 0

/**
 * **recommended_stock**: a medicine is low or out, and there are similar ones, of the same category. Where some have more
 * than their minimum that has not expired, the three with the most are named as alternatives: medium when the medicine is
 * out, else low. Where all are low as well, that is said: high when the medicine is out, else medium. *Other* is no
 * category of similar medicines.
 *
 * Source: the specification, §2 *Recommended Stock: alternatives when similar items are low*.
 */
export const recommendedStock: Rule = (medicine, { category }) => {
  if (!isLowStock(medicine) || NOT_SIMILAR.has(medicine.category)) return []
  const others = (list: typeof category.low) => list.filter(({ _id }) => _id !== medicine._id)
  const enough = others(category.enough.slice(0, NAMED + 1)).slice(0, NAMED)
  if (enough.length > 0)
    return finding(isOut(medicine) ? 'medium' : 'low', words.alternatives(medicine, enough))
  const low = others(category.low.slice(0, NAMED + 1)).slice(0, NAMED)
  if (low.length === 0) return []
  const more = category.low.length - 1 - low.length
  return finding(isOut(medicine) ? 'high' : 'medium', words.allAreLow(medicine, low, more))
}
