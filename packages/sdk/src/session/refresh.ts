import type { LoginResponse } from '@mms/contracts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { session } from './session.ts'

export type RefreshOutcome = 'renewed' | 'ended'

let underWay: Promise<RefreshOutcome> | null = null

/**
 * Exchanges the refresh cookie for a new token, unless another call or tab has already replaced `staleToken`.
 * `ended`: the server refused, and the person is signed out. Throws when the server cannot be asked: a bad
 * connection is no reason to sign anybody out.
 */
export function refreshSession(staleToken: string): Promise<RefreshOutcome> {
  underWay ??= oneTabAtATime(() => exchange(staleToken)).finally(() => {
    underWay = null
  })
  return underWay
}

/** The server rotates the cookie at each use: two tabs that race would look like a stolen one. */
function oneTabAtATime<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('mms-session-refresh', run) : run()
}

async function exchange(staleToken: string): Promise<RefreshOutcome> {
  if (session.storedToken() !== staleToken) {
    session.adopt()
    return session.get().token === null ? 'ended' : 'renewed'
  }
  try {
    const { data } = await request<LoginResponse>('POST', '/api/auth/refresh')
    // Somebody may have signed out while the answer was on its way.
    if (session.storedToken() !== staleToken) return 'ended'
    session.start(data)
    return 'renewed'
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error.status)) throw error
    session.end('elsewhere')
    return 'ended'
  }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
