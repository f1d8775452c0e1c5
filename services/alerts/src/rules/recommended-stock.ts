import { type AlertSeverity, isLowStock } from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import type { Finding, JudgedMedicine, Rule, SimilarMedicine } from './finding.ts'
import { words } from './words.ts'

const NAMED = 3
const finding = (severity: AlertSeverity, message: string): Finding[] => [
  { cause: 'recommended_stock', type: 'recommended_stock', severity, message },
]

const isOut = ({ currentStock }: JudgedMedicine) => currentStock <= 0

/**
 * **recommended_stock**: a medicine is low or out, and others have the same salts. If some have unexpired stock above
 * their minimum, three are named, equal strengths and form first, then by stock: medium if the medicine is out, else
 * low. If all are low, the alert says so: high if the medicine is out, else medium. Without known salts there is no
 * alert; the same category is not enough.
 * Source: the specification, §2 *Recommended Stock: alternatives when similar items are low*.
 */
export const recommendedStockRule: Rule = (medicine, { sameSalts }) => {
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
