import { assertRecent, type Caller, type Route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSessionStore } from './store.ts'

/** Throws unless the caller proved who they are within the last ten minutes, in this session by the table of now. */
export const recentProof =
  (db: Knex, now: () => number) =>
  async ({ id, sessionId = '' }: Caller): Promise<void> =>
    assertRecent(await createSessionStore(db).findProof(sessionId, id), now())

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
