import { ApiError, failureTitle, http, reasonText, useQuery } from '@mms/sdk'

interface GetOptions<T>
  extends Pick<
    Parameters<typeof useQuery<T>>[0],
    'enabled' | 'staleTime' | 'gcTime' | 'placeholderData' | 'refetchInterval'
  > {
  query?: Record<string, string>
}

/** Fetches `GET path` on mount. Shows no toast on failure; render the failure with `problemOf`. */
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

/** Converts a failed query to props of `ProblemCard`. */
export const problemOf = ({ error, isFetching, refetch }: FailedQuery, title: string) => ({
  title: failureTitle(error, title),
  children: reasonText(error),
  onRetry: () => void refetch(),
  retrying: isFetching,
})

/** True if the id in the address is malformed or does not exist. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
