import { medicineCategories } from '@mms/contracts'
import { anyText, type FiltersOf, oneOf } from '@mms/sdk'
import * as words from '../words/medicines.ts'

export const medicineFilters = {
  search: anyText,
  category: oneOf(medicineCategories),
  filter: oneOf(Object.keys(words.filterNames)),
  sort: oneOf(Object.keys(words.sortNames)),
}
export type MedicineFilters = FiltersOf<typeof medicineFilters>

export const countFilters = ({ sort: _, ...filters }: MedicineFilters): number =>
  Object.values(filters).filter((value) => value !== '').length

export function describeFilters({ search, category, filter, sort }: MedicineFilters): string {
  const name = words.filterNames[filter as keyof typeof words.filterNames]
  const order = words.sortNames[sort as keyof typeof words.sortNames]
  return [name, category, search && `“${search}”`, order].filter(Boolean).join(' · ')
}

export function columnSortOf(column: string, { search, filter, sort }: MedicineFilters) {
  const byDefault = filter === 'expiring' || filter === 'expired' ? 'expiry' : search === '' ? 'name' : ''
  const current = sort || byDefault
  if (current === column) return { direction: 'ascending', next: `-${column}` } as const
  return { direction: current === `-${column}` ? 'descending' : 'none', next: column } as const
}
