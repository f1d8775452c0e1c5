import type { LoginResponse } from '@mms/contracts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { session } from './session.ts'

export type RefreshOutcome = 'renewed' | 'ended'

/** Backoff before the server is asked again after a lost answer or an error of its own. */
const RETRY_BACKOFF_MS = [1_000, 2_000, 4_000]

let underWay: { staleToken: string; outcome: Promise<RefreshOutcome> } | null = null

/**
 * Exchanges the refresh cookie for a new token, unless another call or tab has already replaced `staleToken`, also by
 * another user's: callers compare who is signed in before they go on. `ended`: the server refused, and the user is signed
 * out. Throws when the server cannot be asked, after some retries: a bad connection signs no user out.
 */
export function refreshSession(staleToken: string): Promise<RefreshOutcome> {
  if (underWay?.staleToken === staleToken) return underWay.outcome
  const outcome = oneTabAtATime(() => exchange(staleToken)).finally(() => {
    if (underWay?.outcome === outcome) underWay = null
  })
  underWay = { staleToken, outcome }
  return outcome
}

/** The server rotates the cookie at each use: two tabs that race would look like a stolen one. */
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
    // A user may have signed out, or in, while the answer was on its way.
    if (session.storedToken() !== staleToken) return takeStored()
    session.start(data)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error)) throw error
    if (session.storedToken() !== staleToken) return takeStored()
    session.end('elsewhere')
    return 'ended'
  }
}

/** What another tab did is what holds. */
function takeStored(): RefreshOutcome {
  session.adopt()
  return session.get().token === null ? 'ended' : 'renewed'
}

/** Identity says so in words of its own. A proxy or the page of a hotel's network on the way says nothing. */
function isRefusal({ status, problem }: ApiError): boolean {
  return status === 401 && problem !== undefined
}
