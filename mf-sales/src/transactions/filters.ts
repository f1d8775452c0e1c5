import { aDate, anId, type FiltersOf, oneOf } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import { isTransactionType, transactionTypeNames, typeLooks } from './transaction-types.ts'

/** A pseudo type for transactions withdrawn by their maker. */
export const DISCARDED = 'discarded'

export const historyFilters = {
  type: oneOf([...transactionTypeNames, DISCARDED]),
  medicine: anId,
  person: anId,
  startDate: aDate,
  endDate: aDate,
}
export type HistoryFilters = FiltersOf<typeof historyFilters>

export function dateRangeProblem({ startDate, endDate }: HistoryFilters): string | undefined {
  return aDate(startDate) && aDate(endDate) && startDate > endDate
    ? 'Start Date must not be after End Date'
    : undefined
}

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
