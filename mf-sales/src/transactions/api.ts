import type { ShownRestoration, Transaction, TransactionsSummary } from '@mms/contracts'
import { http, keepPreviousData } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { DISCARDED, type HistoryFilters } from './filters.ts'

/** The history's filters as the server calls them. */
export const historyQuery = ({ type, medicine, person, startDate, endDate }: HistoryFilters) => ({
  ...(type === DISCARDED ? { status: 'cancelled' } : { type }),
  medicineId: medicine,
  ...(person && { person }),
  startDate,
  endDate,
})

/** Sums of all pages; `waiting` rows have no outcome yet, and once one has it, the sums are others. */
export const useSums = (filters: HistoryFilters, waiting: number) =>
  useGet<TransactionsSummary>(transactionKeys('summary', filters, waiting), `${TRANSACTIONS_PATH}/summary`, {
    query: historyQuery(filters),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

const pathOf = (id: string, what: 'history' | 'retry' | 'reversal') =>
  `${TRANSACTIONS_PATH}/${encodeURIComponent(id)}/${what}`

/** What is on record about one. */
export const transactionHistoryPath = (id: string) => pathOf(id, 'history')

/** Asks at once again for a stuck transaction's outcome, and returns the transaction as it is then. */
export async function retryTransaction(id: string): Promise<Transaction> {
  return (await http.post<Transaction>(pathOf(id, 'retry'), { quiet: true })).data
}

/** What came of an undo; `isPending` while the server does not know yet whether it could. */
export interface Reversal {
  isPending: boolean
  /** What became of the price and the date that an undone purchase had set. */
  restoration?: ShownRestoration | undefined
}

/** Undoes a transaction. */
export async function reverseTransaction(id: string, key: string): Promise<Reversal> {
  const { status, data } = await http.post<Transaction>(pathOf(id, 'reversal'), {
    headers: { 'Idempotency-Key': key },
    quiet: true,
  })
  return { isPending: status === 202, restoration: data?.restoration }
}
