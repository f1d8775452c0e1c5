import {
  ANY_EXPIRY,
  addDays,
  type ExpiryQueueSummary,
  type NamedStockBatch,
  type QueueState,
  queueStates,
  type StockAtRisk,
} from '@mms/contracts'
import { type FiltersOf, oneOf, storeToday, useListAddress, usePagedRows } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { formatDate } from '@mms/ui'
import { BATCHES_PATH, batchKeys } from '../batches/api.ts'
import { useLive } from '../use-live.ts'
import { statusNames } from '../words/batches.ts'
import * as words from '../words/expiry-queue.ts'

const USUAL_DAYS = 90

const queueFilters = { days: oneOf(Object.keys(words.horizonNames)), status: oneOf(queueStates) }
export type ExpiryQueueFilters = FiltersOf<typeof queueFilters>

export const queueStateNames: Record<QueueState, string> = { ...statusNames, discounted: words.discounted }

export const EXPIRY_QUEUE_PATH = `${BATCHES_PATH}/expiring`
const queueKeys = (...parts: readonly unknown[]) => batchKeys('expiring', ...parts)

export function useExpiryQueue() {
  const address = useListAddress<ExpiryQueueFilters>(queueFilters)
  const query = queryOf(address.filters)
  const list = usePagedRows<NamedStockBatch>(address, {
    key: queueKeys('list'),
    path: EXPIRY_QUEUE_PATH,
    query,
    events: ['medicines-changed'],
    failureText: words.failedLoadExpiryQueue,
    quiet: true,
  })
  return { address, query, list }
}

export const useExpiryQueueSums = (query: ReturnType<typeof queryOf>) =>
  useLive<ExpiryQueueSummary>(queueKeys('sums', query), `${EXPIRY_QUEUE_PATH}/summary`, { query })

export type ExpiryRiskOf = (batch: NamedStockBatch) => number | null

/** Divides the units at risk of an expiry date among its batches that can be sold. Null if there is no forecast. */
export function useExpiryRisk(batches: readonly NamedStockBatch[] | undefined): ExpiryRiskOf {
  const ids = [...new Set(batches?.map(({ medicineId }) => medicineId))].toSorted()
  const options = { query: { medicines: ids.join(',') }, enabled: ids.length > 0 }
  const { data } = useGet<StockAtRisk[]>(queueKeys('risk', ...ids), '/api/demand/at-risk', options)
  return ({ medicineId, expiryDate, stock, status }) => {
    if (status !== 'available') return null
    const lots = data?.find(({ _id }) => _id === medicineId)?.lots
    const lot = lots?.find((one) => one.expiryDate === expiryDate)
    if (!lot || lot.unitsAtRisk === null || lot.units === 0) return null
    return Math.min(stock, Math.round((lot.unitsAtRisk * stock) / lot.units))
  }
}

export const describeUntil = (until: string): string =>
  until === ANY_EXPIRY ? words.allDates : words.expiresBy(formatDate(until))

/** By default, lists only batches that can still be acted on. */
const queryOf = ({ days, status }: ExpiryQueueFilters) => ({
  until: days === 'any' ? ANY_EXPIRY : addDays(storeToday(), Number(days || USUAL_DAYS)),
  status: status || 'available',
})
