import type { Transaction, TransactionsSummary } from '@mms/contracts'
import { http } from '@mms/sdk'

export const PAGE_SIZE = 50
export const TRANSACTIONS_PATH = '/api/transactions'
/** Where an Idempotency-Key is taken back, unless it was recorded. */
export const WITHDRAWAL_PATH = `${TRANSACTIONS_PATH}/withdrawal`
export const TRANSACTIONS_KEY = 'transactions'

export interface HistoryFilters {
  type: string
  /** The id of one. */
  medicine: string
  startDate: string
  endDate: string
}

export interface HistoryPage {
  transactions: Transaction[]
  /** How many there are on all pages, if the server says so. */
  total: number | undefined
  /** Where the next page starts. */
  next: string | undefined
}

/** One page of the history; `after` is the previous page's `next`. */
export async function fetchHistory(
  filters: HistoryFilters,
  after: string,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const query = { ...queryOf(filters), after, limit: PAGE_SIZE }
  const { data, headers } = await http.get<Transaction[]>(TRANSACTIONS_PATH, { query, signal, quiet: true })
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return {
    transactions: data,
    total: Number.isFinite(total) ? total : undefined,
    next: nextCursor(headers.get('link')),
  }
}

const queryOf = ({ type, medicine, startDate, endDate }: HistoryFilters) => ({
  type,
  medicineId: medicine,
  startDate,
  endDate,
})

/** Sums of all pages. A server of before takes the path for a transaction's, and refuses it. */
export async function fetchSummary(
  filters: HistoryFilters,
  signal: AbortSignal,
): Promise<TransactionsSummary> {
  const options = { query: queryOf(filters), signal, quiet: true }
  return (await http.get<TransactionsSummary>(`${TRANSACTIONS_PATH}/summary`, options)).data
}

/** Asks at once again for a stuck transaction's outcome, and returns the transaction as it is then. */
export async function retryTransaction(id: string): Promise<Transaction> {
  const path = `${TRANSACTIONS_PATH}/${encodeURIComponent(id)}/retry`
  return (await http.post<Transaction>(path, { quiet: true })).data
}

/** The cursor in `Link: </api/transactions?limit=50&after=…>; rel="next"`. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, window.location.origin).searchParams.get('after') ?? undefined
}

/** Undoes a transaction; `isPending` while the server does not know yet whether it could. */
export async function reverseTransaction(id: string, key: string): Promise<{ isPending: boolean }> {
  const { status } = await http.post(`${TRANSACTIONS_PATH}/${encodeURIComponent(id)}/reversal`, {
    headers: { 'Idempotency-Key': key },
    quiet: true,
  })
  return { isPending: status === 202 }
}
