import { QueryClient } from '@tanstack/react-query'
import { onConnectionBack } from './connection.ts'
import { session } from './session/session.ts'

/**
 * Defaults for a tab that stays open all day: what is half a minute old is fetched again when it is shown
 * again, and not before. `http` already repeats reads that failed for a passing reason, so a query does not.
 * A shop's server may be reachable while the internet is not, so nothing waits for "online".
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Drops everything when another user signs in, who must not see what was fetched for the one before. Another role of the
 * same user invalidates it, because the server may refuse it now.
 */
export function forgetOnChangeOfUser(client: QueryClient): () => void {
  return session.subscribe((state, before) => {
    if (state.user?.id !== before.user?.id) return client.clear()
    if (state.user?.role === before.user?.role) return
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  })
}

/** What is on the screen and could not be loaded is asked for again once the connection is back. */
export function recoverWithConnection(client: QueryClient): () => void {
  return onConnectionBack(() => {
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
