import { QueryClient } from '@tanstack/react-query'
import { onConnectionBack } from '../http/connection.ts'
import { session } from '../session/session.ts'

/**
 * Defaults for a tab that stays open all day: data is stale after half a minute. `http` retries already, so queries do
 * not. A shop's server may be reachable without internet, so nothing waits for "online".
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Clears the cache when another user signs in, and invalidates it when the user's role changes. */
export function forgetOnChangeOfUser(client: QueryClient): () => void {
  return session.subscribe((state, before) => {
    if (state.user?.id !== before.user?.id) return client.clear()
    if (state.user?.role === before.user?.role) return
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  })
}

/** Refetches failed queries on the screen once the connection is back. */
export function recoverWithConnection(client: QueryClient): () => void {
  return onConnectionBack(() => {
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
