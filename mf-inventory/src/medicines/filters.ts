import { medicineCategories } from '@mms/contracts'
import { anyText, type FiltersOf, oneOf } from '@mms/sdk'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'

export const filterNames = {
  'low-stock': words.lowStock,
  expiring: sharedWords.expiringSoon,
  expired: sharedWords.expired,
} as const

/** If no order is chosen, the server sorts by name, expiry date or best match. */
export const sortNames = {
  name: words.nameAscending,
  '-name': words.nameDescending,
  stock: words.stockLowestFirst,
  '-stock': words.stockHighestFirst,
  price: words.priceLowestFirst,
  '-price': words.priceHighestFirst,
  expiry: words.expiryDateEarliestFirst,
  '-expiry': words.expiryDateLatestFirst,
} as const

export const medicineFilters = {
  search: anyText,
  category: oneOf(medicineCategories),
  filter: oneOf(Object.keys(filterNames)),
  sort: oneOf(Object.keys(sortNames)),
}
export type MedicineFilters = FiltersOf<typeof medicineFilters>

export const countFilters = ({ sort: _, ...filters }: MedicineFilters): number =>
  Object.values(filters).filter((value) => value !== '').length

export function describeFilters({ search, category, filter, sort }: MedicineFilters): string {
  const name = filterNames[filter as keyof typeof filterNames]
  const order = sortNames[sort as keyof typeof sortNames]
  return [name, category, search && `“${search}”`, order].filter(Boolean).join(' · ')
}

export function columnSortOf(column: string, { search, filter, sort }: MedicineFilters) {
  const byDefault = filter === 'expiring' || filter === 'expired' ? 'expiry' : search === '' ? 'name' : ''
  const current = sort || byDefault
  if (current === column) return { direction: 'ascending', next: `-${column}` } as const
  return { direction: current === `-${column}` ? 'descending' : 'none', next: column } as const
}
