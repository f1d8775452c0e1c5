import { aDate, anId, type FiltersOf, oneOf } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import * as sharedWords from '../words/shared.ts'
import { isTransactionType, transactionTypeNames, typeLooks } from './transaction-types.ts'

/** Filter value for transactions that their maker discarded. It is not a transaction type. */
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
  return aDate(startDate) && aDate(endDate) && startDate > endDate ? sharedWords.startAfterEnd : undefined
}

export function describeFilters(
  { type, startDate, endDate }: HistoryFilters,
  medicine?: string,
  person?: string,
): string {
  const parts = [
    isTransactionType(type) && typeLooks[type].plural,
    type === DISCARDED && sharedWords.discarded,
    medicine,
    person && sharedWords.recordedByPerson(person),
    startDate && sharedWords.fromDate(formatDate(startDate)),
    endDate && sharedWords.toDate(formatDate(endDate)),
  ]
  return parts.filter(Boolean).join(' · ')
}
