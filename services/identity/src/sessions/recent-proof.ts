import { passwordProblems } from '@mms/contracts'
import { type Caller, problem, type Route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSessionStore } from './store.ts'

const RECENT_MS = 10 * 60_000

/**
 * Lets a caller in whose password was typed in this session within the last ten minutes: a stolen token, or a screen left
 * alone, changes no users. A time ahead of ours was written by a wrong clock and proves nothing.
 */
export const recentProof =
  (db: Knex, now: () => number) =>
  async ({ id, sessionId = '' }: Caller): Promise<void> => {
    const provenAt = await createSessionStore(db).findProvenAt(sessionId, id)
    if (provenAt && Math.abs(now() - provenAt.getTime()) <= RECENT_MS) return
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
