import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'
import { isConnected, onConnectionBack } from '../http/connection.ts'
import { session } from '../session/session.ts'

const RETRY_FAILED_MS = 30_000

/** Retries failed queries, so that nobody has to press *Try again* after an overload. Never retries a refusal. */
function retryFailed({ state: { status, error } }: Query): number | false {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return status === 'error' && !isRefusal && isConnected() ? RETRY_FAILED_MS : false
}

/**
 * Defaults for a tab that stays open all day. Data is stale after 30 seconds. Queries do not retry because `http` does.
 * They ignore the browser's online state, because a store's own server is reachable without internet.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: false,
        networkMode: 'always',
        refetchInterval: retryFailed,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Clears the cache when another user signs in. Invalidates it when the user's role changes. */
export function forgetOnChangeOfUser(client: QueryClient): () => void {
  return session.subscribe((state, before) => {
    if (state.user?.id !== before.user?.id) return client.clear()
    if (state.user?.role === before.user?.role) return
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  })
}

/** Refetches the visible queries that failed once the server is reachable again. */
export function recoverWithConnection(client: QueryClient): () => void {
  const predicate = ({ state }: Query) => state.status === 'error'
  return onConnectionBack(() => void client.refetchQueries({ type: 'active', predicate }))
}

/** Creates query keys that begin with the area's name, so that areas never share cached answers. */
export const areaKeys =
  (area: string) =>
  <const Parts extends readonly unknown[]>(...parts: Parts): [string, ...Parts] => [area, ...parts]
