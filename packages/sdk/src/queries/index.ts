/*
 * What pages do with a read. Built into each area, so that it runs in the shell of the previous release, too.
 */
import { ApiError, failureTitle, http, reasonText, useQuery } from '@mms/sdk'

interface GetOptions<T>
  extends Pick<
    Parameters<typeof useQuery<T>>[0],
    'enabled' | 'staleTime' | 'gcTime' | 'placeholderData' | 'refetchInterval'
  > {
  query?: Record<string, string>
}

/**
 * What `GET path` returns, fetched again for every component that appears with it unless `staleTime` says otherwise. A
 * failure is not shown as a toast: the component says it, see `problemOf`.
 *
 * @example useGet<Alert[]>(alertKeys('recent'), '/api/alerts/recent', { refetchInterval: 60_000 })
 */
export function useGet<T>(key: readonly unknown[], path: string, options: GetOptions<T> = {}) {
  const { query = {}, ...rest } = options
  return useQuery<T>({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.get<T>(path, { query, signal, quiet: true })).data,
    staleTime: 0,
    ...rest,
  })
}

interface FailedQuery {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Why a query has nothing to show, and how it is tried again: what `ProblemCard` takes.
 *
 * @example <ProblemCard {...problemOf(query, 'Failed to load the report')} />
 */
export const problemOf = ({ error, isFetching, refetch }: FailedQuery, title: string) => ({
  title: failureTitle(error, title),
  children: reasonText(error),
  onRetry: () => void refetch(),
  retrying: isFetching,
})

/** Whether nothing has the id of an address: one that was typed is as unknown as one that is gone. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
