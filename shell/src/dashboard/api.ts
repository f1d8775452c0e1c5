import {
  addDays,
  addMonths,
  daysInMonth,
  type ExpiryQueueSummary,
  type TransactionsSummary,
} from '@mms/contracts'
import { http } from '@mms/sdk'

export const EXPIRING_SUMMARY_PATH = '/api/medicines/batches/expiring/summary'
const MONTHS = 12
export const WEEK_DAYS = 7

/** An undone sale is missing on its own day, as in the reports. */
export const fetchWeekSales = (today: string, signal: AbortSignal) =>
  Promise.all(
    Array.from({ length: WEEK_DAYS }, async (_, index) => {
      const date = addDays(today, index + 1 - WEEK_DAYS)
      const query = { type: 'sale', startDate: date, endDate: date, undone: 'excluded' }
      const options = { query, signal, quiet: true }
      return { date, ...(await http.get<TransactionsSummary>('/api/transactions/summary', options)).data }
    }),
  )

/**
 * Value of stock by expiry month. Stock that is discounted or on hold expires too, and reports count it. The server's
 * sums are cumulative, so subtract the previous month.
 */
export async function fetchExpiryByMonth(today: string, signal: AbortSignal) {
  const sums = await Promise.all(
    Array.from({ length: MONTHS }, async (_, index) => {
      const month = addMonths(today, index).slice(0, 7)
      const options = { query: { until: `${month}-${daysInMonth(month)}` }, signal, quiet: true }
      const { data } = await http.get<ExpiryQueueSummary>(EXPIRING_SUMMARY_PATH, options)
      return { month, value: data.value - data.expiredValue }
    }),
  )
  return sums.map(({ month, value }, index) => ({ month, value: value - (sums[index - 1]?.value ?? 0) }))
}
