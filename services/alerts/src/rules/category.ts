import { isLowStock, lotsOf, unexpiredUnits } from '@mms/contracts'
import type { Category, JudgedMedicine } from './finding.ts'

/** What of a medicine matters to others of its category. */
type Stock = Omit<JudgedMedicine, 'unitPrice' | 'demandFactors'>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** What the medicines of one category come to on a store's date. */
export function categoryOf(medicines: readonly Stock[], today: string): Category {
  const shown = medicines.map((medicine) => ({
    medicine,
    similar: { _id: medicine._id, name: medicine.name, usable: unexpiredUnits(lotsOf(medicine), today) },
  }))
  return {
    usable: shown.reduce((sum, { similar }) => sum + similar.usable, 0),
    minimum: medicines.reduce((sum, { minStockLevel }) => sum + minStockLevel, 0),
    enough: shown
      .filter(({ medicine, similar }) => similar.usable > medicine.minStockLevel)
      .map(({ similar }) => similar)
      .sort((a, b) => b.usable - a.usable || byName(a, b)),
    low: shown
      .filter(({ medicine }) => isLowStock(medicine))
      .map(({ similar }) => similar)
      .sort(byName),
  }
}

/** What has not expired is at or below the minimum: then similar ones matter. */
export const isUnexpiredStockLow = (medicine: Stock, today: string): boolean =>
  unexpiredUnits(lotsOf(medicine), today) <= medicine.minStockLevel

/** What each category of these medicines comes to; computed when it is first asked for. */
export function categoriesOf(medicines: readonly Stock[], today: string) {
  const byCategory = Map.groupBy(medicines, ({ category }) => category)
  const computed = new Map<string, Category>()
  return (category: string): Category => {
    const found = computed.get(category) ?? categoryOf(byCategory.get(category) ?? [], today)
    computed.set(category, found)
    return found
  }
}
