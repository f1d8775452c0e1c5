import type { LoginResponse } from '@mms/contracts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { session } from './session.ts'

export type RefreshOutcome = 'renewed' | 'ended'

const RETRY_BACKOFF_MS = [1_000, 2_000, 4_000]

let underWay: { staleToken: string; outcome: Promise<RefreshOutcome> } | null = null

/**
 * Exchanges the refresh cookie for a new token, unless `staleToken` was already replaced, perhaps by another user's.
 * `ended`: the server refused, and the user is signed out. Throws if the server stays unreachable.
 */
export function refreshSession(staleToken: string): Promise<RefreshOutcome> {
  if (underWay?.staleToken === staleToken) return underWay.outcome
  const outcome = oneTabAtATime(() => exchange(staleToken)).finally(() => {
    if (underWay?.outcome === outcome) underWay = null
  })
  underWay = { staleToken, outcome }
  return outcome
}

/** The server replaces the cookie at each use. Two tabs at once would look like a stolen cookie. */
function oneTabAtATime<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('mms-session-refresh', run) : run()
}

async function exchange(staleToken: string): Promise<RefreshOutcome> {
  for (const backoff of RETRY_BACKOFF_MS) {
    try {
      return await exchangeOnce(staleToken)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await new Promise((resolve) => setTimeout(resolve, backoff))
    }
  }
  return exchangeOnce(staleToken)
}

async function exchangeOnce(staleToken: string): Promise<RefreshOutcome> {
  if (session.storedToken() !== staleToken) return takeStored()
  try {
    const { data } = await request<LoginResponse>('POST', '/api/auth/refresh')
    if (typeof data?.token !== 'string' || typeof data._id !== 'string') {
      throw new ApiError('other', 'The server sent an answer that cannot be read')
    }
    // Someone may have signed out or in before the answer arrived.
    if (session.storedToken() !== staleToken) return takeStored()
    session.start(data)
    return 'renewed'
  } catch (error) {
    // Only a problem document from identity counts. A proxy or captive portal may also answer 401.
    if (!(error instanceof ApiError) || error.status !== 401 || !error.problem) throw error
    if (session.storedToken() !== staleToken) return takeStored()
    session.end('elsewhere')
    return 'ended'
  }
}

function takeStored(): RefreshOutcome {
  session.adopt()
  return session.get().token === null ? 'ended' : 'renewed'
}
