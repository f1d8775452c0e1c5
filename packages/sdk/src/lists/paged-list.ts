import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type HttpOptions, http } from '../api/http.ts'
import { ApiError, failureTitle, reasonText } from '../http/api-error.ts'
import type { EventName } from '../refetch/events.ts'
import { useRefetchOn } from '../refetch/use-refetch-on.ts'
import {
  type FilterRules,
  type Filters,
  type ListAddress,
  type ListPlace,
  useListAddress,
} from './list-address.ts'

interface PagedRowsOptions<Row> {
  /** Query key from `areaKeys`. All queries below it are refetched after the `events`. */
  key: readonly unknown[]
  path: string
  query?: Record<string, string>
  pageSize?: number
  events?: readonly EventName[]
  failureText: string
  quiet?: boolean
  enabled?: boolean
  again?: (rows: readonly Row[]) => number | false
}

const PAGE_SIZE = 50
const AGAIN_MS = 30_000

/** Fetches a page of a list and retries failures. Rows and numbers stay visible while the next page loads. */
export function usePagedRows<Row>(place: ListPlace, options: PagedRowsOptions<Row>) {
  const { key, path, query = {}, pageSize = PAGE_SIZE, failureText, quiet = false, again } = options
  const { after, page } = place
  useRefetchOn(options.events ?? [], key)
  const list = useQuery({
    queryKey: [...key, 'page', query, after, page],
    queryFn: async ({ signal }) => {
      // No toast for a cursor, which may come from an old address, or for a repeated failure.
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
  const error = useLastFailure(JSON.stringify([query, after, page]), list.error, isAnswered)
  const data = error === null || isAnswered ? list.data : undefined
  const failure: { title: string; text: string } | undefined =
    data || error === null ? undefined : { title: failureTitle(error, failureText), text: reasonText(error) }
  const stale = list.isPlaceholderData
  const isEmptied = data?.rows.length === 0 && !stale
  const isNowhere = error instanceof ApiError && error.status === 400
  useEffect(() => {
    // The cursor is invalid, or the only row of the last page was deleted.
    if (after !== '' && (isEmptied || isNowhere)) place.replaceByFirst()
  })
  return {
    rows: data?.rows,
    total: data?.total,
    /** `slip` if rows match only when a typing error is assumed. */
    foundBy: data?.foundBy,
    after: data?.after ?? after,
    stale,
    pager: data && pagesOf({ ...data, pageSize, stale }, place),
    /** Set only if there are no rows to show. After a later failure the old rows stay. */
    failure,
    isError: error !== null,
    isFetching: list.isFetching,
    retry: () => void list.refetch(),
  }
}

interface ShownPage extends Awaited<ReturnType<typeof fetchRows<unknown>>> {
  page: number
  pageSize: number
  stale: boolean
}

function pagesOf({ rows, total, next, page, pageSize, stale }: ShownPage, place: ListPlace) {
  const from = (page - 1) * pageSize + 1
  // Ignores a second click while the page loads: it would pair this cursor with the next page number.
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

interface PagedListOptions<T extends Filters, Row> extends Omit<PagedRowsOptions<Row>, 'query' | 'enabled'> {
  filters: FilterRules<T>
  enabled?: (filters: T) => boolean
}

export type PagedList<T extends Filters, Row> = ReturnType<typeof usePagedRows<Row>> & {
  address: ListAddress<T>
}

/** A list whose filters and page are in the address. The server pages it by the `Link` header. */
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

/** Returns why a query failed. Kept while refetching: the query library clears it, and the card would flicker. */
function useLastFailure(key: string, error: unknown, isAnswered: boolean): unknown {
  const [failure, setFailure] = useState({ key, error })
  const isNews = error !== null || isAnswered || failure.key !== key
  const now = isNews ? error : failure.error
  if (failure.key !== key || failure.error !== now) setFailure({ key, error: now })
  return now
}

/** True if a retry may succeed. */
const mayEnd = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'response' || error.status >= 500)

/** Fetches a page. A filter may leave it empty; then the next one with rows is fetched. */
async function fetchRows<Row>(path: string, options: HttpOptions) {
  for (let { query = {} } = options; ; ) {
    const { data: rows, headers } = await http.get<Row[]>(path, { ...options, query })
    const next = nextCursor(headers.get('link'))
    const total = Number(headers.get('x-total-count') ?? Number.NaN)
    const foundBy = headers.get('x-found-by') ?? undefined
    if (rows.length > 0 || next === undefined)
      return { rows, total: Number.isFinite(total) ? total : undefined, next, foundBy }
    query = { ...query, after: next }
  }
}

function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, window.location.origin).searchParams.get('after') ?? undefined
}
