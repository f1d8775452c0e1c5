import type { FoundBy } from '@mms/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EventName } from '../events.ts'
import { ApiError } from '../http/api-error.ts'
import { failureTitle, reasonText } from '../http/reason.ts'
import { useRefetchOn } from '../refetch/use-refetch-on.ts'
import { fetchRows, type Page } from './fetch-page.ts'
import type { FilterRules, Filters } from './filter-rules.ts'
import { mayEnd, useLastFailure } from './last-failure.ts'
import { type ListAddress, useListAddress } from './list-address.ts'
import type { ListPlace } from './list-place.ts'

export interface PagedRowsOptions<Row> {
  /** Key of its queries, from `areaKeys`: everything under it is fetched again after the `events`. */
  key: readonly unknown[]
  /** Where the list is: `/api/medicines`. */
  path: string
  /** Goes along with the page's own `after` and `limit`. */
  query?: Record<string, string>
  pageSize?: number
  /** What makes it out of date. */
  events?: readonly EventName[]
  /** Said above the reason when it cannot be fetched: "Failed to fetch medicines". */
  failureText: string
  /** No toast when it fails. */
  quiet?: boolean
  /** False as long as it is not to be asked for. */
  enabled?: boolean
  /** How soon it is asked for again by itself, in milliseconds, after these rows. */
  again?: (rows: readonly Row[]) => number | false
}

export interface PagedRows<Row> {
  /** Undefined until the first answer is there. */
  rows: readonly Row[] | undefined
  /** How many there are on all pages, if the server says so. */
  total: number | undefined
  /** What the best of a searched list fits by, if the server says so: `slip` where nothing is called so. */
  foundBy: FoundBy | undefined
  /** Where the page of these rows starts. */
  after: string
  /** These rows are of the page before, while the next one is on its way. */
  stale: boolean
  /** Numbers of these rows and the way to the pages beside them: what `Pager` takes. */
  pager: Pages | undefined
  /** Why there are no rows, until there are; a later failure leaves those on the screen that are there. */
  failure: { title: string; text: string } | undefined
  /** Whether the last try failed, also where older rows are still shown. */
  isError: boolean
  isFetching: boolean
  retry: () => void
}

export interface Pages {
  from: number
  to: number
  total: number | undefined
  onFirst: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

const PAGE_SIZE = 50
/** How often, in ms, rows that could not be fetched are asked for again. */
const AGAIN_MS = 30_000

/**
 * The page of a list at `place`. The numbers are those of the rows that are shown: while the next page is on its way,
 * they are still the ones of the page before, and its *Next* leads nowhere else. What could not be fetched comes back by
 * itself once it can.
 */
export function usePagedRows<Row>(place: ListPlace, options: PagedRowsOptions<Row>): PagedRows<Row> {
  const { key, path, query = {}, pageSize = PAGE_SIZE, failureText, quiet = false, again } = options
  const { after, page } = place
  useRefetchOn(options.events ?? [], key)
  const list = useQuery({
    queryKey: [...key, 'page', query, after, page],
    queryFn: async ({ signal }) => {
      // Where a page begins may be out of an old address. A failure is shown once.
      const isQuiet = quiet || after !== '' || failure !== undefined
      const asked = { query: { ...query, after, limit: pageSize }, signal, quiet: isQuiet }
      return { ...(await fetchRows<Row>(path, asked)), after, page }
    },
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data) return again?.(state.data.rows) ?? false
      return mayEnd(state.error) ? AGAIN_MS : false
    },
  })
  const isAnswered = list.data !== undefined && !list.isPlaceholderData
  const error = useLastFailure(JSON.stringify([query, after, page]), { error: list.error, isAnswered })
  // The page before has had its time once this one could not be fetched.
  const data = error === null || isAnswered ? list.data : undefined
  const failure: PagedRows<Row>['failure'] =
    data || error === null ? undefined : { title: failureTitle(error, failureText), text: reasonText(error) }
  const stale = list.isPlaceholderData
  const isEmptied = data?.rows.length === 0 && !stale
  const isNowhere = error instanceof ApiError && error.status === 400
  useEffect(() => {
    // No page begins there, or the last row of the last page is gone.
    if (after !== '' && (isEmptied || isNowhere)) place.replaceByFirst()
  })
  return {
    rows: data?.rows,
    total: data?.total,
    foundBy: data?.foundBy,
    after: data?.after ?? after,
    stale,
    pager: data && pagesOf({ ...data, pageSize, stale }, place),
    failure,
    isError: error !== null,
    isFetching: list.isFetching,
    retry: () => void list.refetch(),
  }
}

type ShownPage = Omit<Page<unknown>, 'foundBy'> & { page: number; pageSize: number; stale: boolean }

function pagesOf({ rows, total, next, page, pageSize, stale }: ShownPage, place: ListPlace): Pages {
  const from = (page - 1) * pageSize + 1
  // Pressed again meanwhile it would lead from this page's cursor to the page after the next one's number.
  const goNext = (cursor: string) => {
    if (!stale) place.goNext(cursor)
  }
  return {
    from,
    to: from + rows.length - 1,
    total,
    onFirst: place.after !== '' && !place.goPrevious ? place.goFirst : undefined,
    onPrevious: place.goPrevious,
    onNext: next === undefined ? undefined : () => goNext(next),
  }
}

export interface PagedListOptions<T extends Filters, Row>
  extends Omit<PagedRowsOptions<Row>, 'query' | 'enabled'> {
  /** Its filters, under the server's names of them. */
  filters: FilterRules<T>
  enabled?: (filters: T) => boolean
}

export type PagedList<T extends Filters, Row> = PagedRows<Row> & { address: ListAddress<T> }

/**
 * A list whose filters and page live in the address, paged by the server's `Link` header.
 *
 * ```tsx
 * const list = usePagedList<SupplierFilters, Supplier>({
 *   key: keys('suppliers'), path: '/api/suppliers', filters: { search: anyText },
 *   events: ['suppliers-changed'], failureText: 'Failed to fetch suppliers',
 * })
 * return <ListRegion label="suppliers" list={list} empty={…}>{(rows, stale) => <DataTable … />}</ListRegion>
 * ```
 */
export function usePagedList<T extends Filters, Row>({
  filters: rules,
  enabled,
  ...options
}: PagedListOptions<T, Row>): PagedList<T, Row> {
  const address = useListAddress(rules)
  const rows = usePagedRows<Row>(address, {
    ...options,
    query: address.filters,
    enabled: enabled?.(address.filters) ?? true,
  })
  return { ...rows, address }
}
