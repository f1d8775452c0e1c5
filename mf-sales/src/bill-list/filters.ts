import { aDate, anId, anyText, type FiltersOf, oneOf } from '@mms/sdk'
import { formatDate } from '@mms/ui'

export const billFilters = {
  search: anyText,
  day: aDate,
  medicine: anId,
  batch: anyText,
  differs: oneOf(['true']),
}
export type BillFilters = FiltersOf<typeof billFilters>

export const billsQuery = ({ medicine, ...filters }: BillFilters): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filters, medicineId: medicine }).filter(([, value]) => value !== ''))

export function describeFilters({ search, day, batch, differs }: BillFilters, medicine?: string): string {
  const words = [
    search,
    day && formatDate(day),
    medicine,
    batch && `batch ${batch}`,
    differs && 'with differences',
  ]
  return words.filter(Boolean).join(' · ')
}
