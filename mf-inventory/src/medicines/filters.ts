import { medicineCategories } from '@mms/contracts'
import { anyText, type FiltersOf, oneOf } from '@mms/sdk'

export const filterNames = {
  'low-stock': 'Low Stock',
  expiring: 'Expiring Soon',
  expired: 'Expired',
} as const

/** What the list can be filtered by. */
export const medicineFilters = {
  search: anyText,
  category: oneOf(medicineCategories),
  filter: oneOf(Object.keys(filterNames)),
}
export type MedicineFilters = FiltersOf<typeof medicineFilters>

/** The filters in words, for paper: "Low Stock · Vitamins · “amox”". */
export function describeFilters({ search, category, filter }: MedicineFilters): string {
  const name = filterNames[filter as keyof typeof filterNames]
  return [name, category, search && `“${search}”`].filter(Boolean).join(' · ')
}
