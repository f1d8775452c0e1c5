import { isLowStock, lotsOf, unexpiredUnits } from '@mms/contracts'
import { saltsOf } from '@mms/medicine-search'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import type { CategoryStock, JudgedMedicine, SameSaltsStock } from './finding.ts'

type Stock = Omit<JudgedMedicine, 'unitPrice' | 'demandFactors'>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const usableOf = (medicine: Stock, today: string) => unexpiredUnits(lotsOf(medicine), today)

export const categoryStockOf = (medicines: readonly Stock[], today: string): CategoryStock => ({
  usable: medicines.reduce((sum, medicine) => sum + usableOf(medicine, today), 0),
  minimum: medicines.reduce((sum, { minStockLevel }) => sum + minStockLevel, 0),
})

function sameSaltsOf(medicines: readonly Stock[], today: string): SameSaltsStock {
  const shown = medicines.map((medicine) => {
    const { _id, name } = medicine
    const compositionKey = compositionKeyOf(medicine) ?? ''
    return { medicine, similar: { _id, name, usable: usableOf(medicine, today), compositionKey } }
  })
  return {
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

/** True if unexpired stock is at or below the minimum. Only then similar medicines are looked up. */
export const isUnexpiredStockLow = (medicine: Stock, today: string): boolean =>
  usableOf(medicine, today) <= medicine.minStockLevel

export const saltsIn = (medicine: Pick<Stock, 'name' | 'composition'>): string | undefined =>
  saltsOf(compositionKeyOf(medicine))

function groups<Group>(
  medicines: readonly Stock[],
  keyOf: (medicine: Stock) => string | undefined,
  summarize: (medicines: readonly Stock[]) => Group,
) {
  const byKey = Map.groupBy(medicines, keyOf)
  const computed = new Map<string | undefined, Group>()
  return (medicine: Stock): Group => {
    const key = keyOf(medicine)
    const found = computed.get(key) ?? summarize(key === undefined ? [] : (byKey.get(key) ?? []))
    computed.set(key, found)
    return found
  }
}

export function groupSimilarMedicines(medicines: readonly Stock[], today: string) {
  const categories = groups(
    medicines,
    ({ category }) => category,
    (all) => categoryStockOf(all, today),
  )
  const salts = groups(medicines, saltsIn, (all) => sameSaltsOf(all, today))
  return (medicine: Stock) => ({ category: categories(medicine), sameSalts: salts(medicine) })
}
export type FindSimilar = ReturnType<typeof groupSimilarMedicines>
