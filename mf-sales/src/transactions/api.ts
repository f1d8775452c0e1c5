import type { ShownRestoration, Transaction, TransactionsSummary } from '@mms/contracts'
import { events, http, keepPreviousData, useQueryClient } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { DISCARDED, type HistoryFilters } from './filters.ts'

export const historyQuery = ({ type, medicine, person, startDate, endDate }: HistoryFilters) => ({
  ...(type === DISCARDED ? { status: 'cancelled' } : { type }),
  medicineId: medicine,
  ...(person && { person }),
  startDate,
  endDate,
})

/** `waiting` counts pending rows. It is part of the key, because completed rows change the sums. */
export const useHistorySums = (filters: HistoryFilters, waiting: number) =>
  useGet<TransactionsSummary>(transactionKeys('summary', filters, waiting), `${TRANSACTIONS_PATH}/summary`, {
    query: historyQuery(filters),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

const pathOf = (id: string, what: 'history' | 'retry' | 'reversal') =>
  `${TRANSACTIONS_PATH}/${encodeURIComponent(id)}/${what}`

export const transactionHistoryPath = (id: string) => pathOf(id, 'history')

export async function retryTransaction(id: string): Promise<Transaction> {
  return (await http.post<Transaction>(pathOf(id, 'retry'), { quiet: true })).data
}

export interface Reversal {
  isPending: boolean
  restoration?: ShownRestoration | undefined
}

export async function reverseTransaction(id: string, key: string): Promise<Reversal> {
  const { status, data } = await http.post<Transaction>(pathOf(id, 'reversal'), {
    headers: { 'Idempotency-Key': key },
    quiet: true,
  })
  return { isPending: status === 202, restoration: data?.restoration }
}

/** Returns a function that fetches the history and the medicine of a transaction again. */
export function useTransactionRefresh({ medicineId }: Transaction) {
  const queries = useQueryClient()
  return () => {
    events.emit('medicines-changed', { medicineIds: medicineId ? [medicineId._id] : [] })
    return queries.invalidateQueries({ queryKey: transactionKeys() })
  }
}
