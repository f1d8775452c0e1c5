import { assertRecent, type Caller, type Route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSessionStore } from './store.ts'

/** Throws unless this session has a proof from the last ten minutes, by the table and not the token. */
export const recentProof =
  (db: Knex, now: () => number) =>
  async ({ id, sessionId = '' }: Caller): Promise<void> =>
    assertRecent(await createSessionStore(db).findProof(sessionId, id), now())

/** Adds the check to every route with which an administrator changes something. */
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
