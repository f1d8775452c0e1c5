import { type AlertSeverity, isLowStock } from '@mms/contracts'
import { compositionKeyOf } from '@mms/contracts/salts'
import type { Finding, JudgedMedicine, Rule, SimilarMedicine } from './finding.ts'
import { words } from './words.ts'

/** So many alternatives are named. */
const NAMED = 3
const finding = (severity: AlertSeverity, message: string): Finding[] => [
  { cause: 'recommended_stock', type: 'recommended_stock', severity, message },
]

const isOut = ({ currentStock }: JudgedMedicine) => currentStock <= 0

/**
 * **recommended_stock**: a medicine is low or out, and there are others of the same salts. Where some have more than their
 * minimum that has not expired, three are named: those of the same strengths and form first, then the others as such, each
 * by how much there is; medium when the medicine is out, else low. Where all are low as well, that is said: high when the
 * medicine is out, else medium. Of one whose salts are not known nothing is said, and a neighbour of its category is none.
 *
 * Source: the specification, §2 *Recommended Stock: alternatives when similar items are low*.
 */
export const recommendedStock: Rule = (medicine, { sameSalts }) => {
  if (!isLowStock(medicine)) return []
  const key = compositionKeyOf(medicine)
  const others = (all: SimilarMedicine[]) => all.filter(({ _id }) => _id !== medicine._id)
  const [same, other] = partition(others(sameSalts.enough), ({ compositionKey }) => compositionKey === key)
  const named = same.slice(0, NAMED)
  if (same.length + other.length > 0) {
    const message = words.alternatives(medicine, named, other.slice(0, NAMED - named.length))
    return finding(isOut(medicine) ? 'medium' : 'low', message)
  }
  const low = others(sameSalts.low)
  if (low.length === 0) return []
  const message = words.allAreLow(medicine, low.slice(0, NAMED), Math.max(0, low.length - NAMED))
  return finding(isOut(medicine) ? 'high' : 'medium', message)
}

function partition<Item>(items: Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))]
}
