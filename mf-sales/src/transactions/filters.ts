import { aDate, anId, type FiltersOf, oneOf } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import { isTransactionType, transactionTypeNames, typeLooks } from './transaction-types.ts'

/** In the place of a type: what had no effect, because the person who made it took it back. */
export const DISCARDED = 'discarded'

/** What the history can be filtered by; `medicine` and `person` are the id of one. */
export const historyFilters = {
  type: oneOf([...transactionTypeNames, DISCARDED]),
  medicine: anId,
  person: anId,
  startDate: aDate,
  endDate: aDate,
}
export type HistoryFilters = FiltersOf<typeof historyFilters>

/** What is wrong with the dates, by field. */
export function wrongDates({ startDate, endDate }: HistoryFilters): string | undefined {
  return aDate(startDate) && aDate(endDate) && startDate > endDate
    ? 'Start Date must not be after End Date'
    : undefined
}

/** The filters in words, for paper: "Sales · Paracetamol 650 mg · from 1 Nov 2026 · to 20 Nov 2026". */
export function describeFilters(
  { type, startDate, endDate }: HistoryFilters,
  medicine?: string,
  person?: string,
): string {
  const words = [
    isTransactionType(type) && typeLooks[type].plural,
    type === DISCARDED && 'Discarded',
    medicine,
    person && `recorded by ${person}`,
    startDate && `from ${formatDate(startDate)}`,
    endDate && `to ${formatDate(endDate)}`,
  ]
  return words.filter(Boolean).join(' · ')
}
