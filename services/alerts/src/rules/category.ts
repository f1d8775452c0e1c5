import { isLowStock, lotsOf, saltsOf, unexpiredUnits } from '@mms/contracts'
import { compositionKeyOf } from '@mms/contracts/salts'
import type { Category, JudgedMedicine, SameSalts } from './finding.ts'

/** What of a medicine matters to others. */
type Stock = Omit<JudgedMedicine, 'unitPrice' | 'demandFactors'>

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const usableOf = (medicine: Stock, today: string) => unexpiredUnits(lotsOf(medicine), today)

/** What the medicines of one category come to on a store's date. */
export const categoryOf = (medicines: readonly Stock[], today: string): Category => ({
  usable: medicines.reduce((sum, medicine) => sum + usableOf(medicine, today), 0),
  minimum: medicines.reduce((sum, { minStockLevel }) => sum + minStockLevel, 0),
})

/** The same for medicines of the same salts. */
function sameSaltsOf(medicines: readonly Stock[], today: string): SameSalts {
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

/** What has not expired is at or below the minimum: then similar ones matter. */
export const isUnexpiredStockLow = (medicine: Stock, today: string): boolean =>
  usableOf(medicine, today) <= medicine.minStockLevel

/** The salts of a medicine, the same text for medicines with the same salts; undefined where they are not known. */
export const saltsIn = (medicine: Pick<Stock, 'name' | 'composition'>): string | undefined =>
  saltsOf(compositionKeyOf(medicine))

/** What the medicines that share a key come to; computed when it is first asked for. */
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

/** What the others come to by which each of these medicines is judged. */
export function othersOf(medicines: readonly Stock[], today: string) {
  const categories = groups(
    medicines,
    ({ category }) => category,
    (all) => categoryOf(all, today),
  )
  const salts = groups(medicines, saltsIn, (all) => sameSaltsOf(all, today))
  return (medicine: Stock) => ({ category: categories(medicine), sameSalts: salts(medicine) })
}
export type OthersOf = ReturnType<typeof othersOf>
