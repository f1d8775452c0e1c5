import { passwordProblems } from '@mms/contracts'
import { type Caller, isTooFarAhead, problem, type Route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSessionStore } from './store.ts'

const RECENT_MS = 10 * 60_000

/** A time ahead of ours was written by a wrong clock and proves nothing. */
const isRecent = (at: number, now: number) => now - at <= RECENT_MS && !isTooFarAhead(at, now, 0)

/**
 * Lets a caller in whose password was typed in this session within the last ten minutes, or whom the provider of single
 * sign-on has asked as lately: a stolen token, or a screen left alone, changes no users.
 */
export const recentProof =
  (db: Knex, now: () => number) =>
  async ({ id, sessionId = '' }: Caller): Promise<void> => {
    const proof = await createSessionStore(db).findProof(sessionId, id)
    if (proof && isRecent(proof.at.getTime(), now())) return
    if (proof?.byProvider) {
      throw problem.forbidden(
        passwordProblems.signInAgain,
        'Please sign in again at your provider: you last did so more than 10 minutes ago',
      )
    }
    throw problem.forbidden(
      passwordProblems.reauthenticate,
      'Please confirm with your password: you last entered it more than 10 minutes ago',
    )
  }

/** The routes, where whatever an administrator changes needs a recent proof of the password. */
export function withRecentProof(routes: Route[], { db, now }: { db: Knex; now: () => number }): Route[] {
  const prove = recentProof(db, now)
  return routes.map((route) => {
    if (route.access !== 'admin' || route.method === 'get') return route
    const handler: Route['handler'] = async (request) => {
      await prove(request.caller)
      return route.handler(request)
    }
    return { ...route, handler }
  })
}
