import {
  assertRecent,
  type Caller,
  type Route,
  sessionEndedProblem,
  type VerifyToken,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import type { UserStore } from '../users/store.ts'
import { createSessionStore, type SessionStore } from './store.ts'

/**
 * Reads the caller from the database. Other services learn of revocations only after seconds. Here, a demoted
 * administrator could use these seconds to create another account.
 */
export function readCurrentCaller(
  verify: VerifyToken,
  users: UserStore,
  sessions: SessionStore,
): VerifyToken {
  return async (token) => {
    const { id, sessionId = '', tokenVersion = 0 } = await verify(token)
    const user = await users.find(id)
    if (!user || user.disabled || tokenVersion < user.tokenVersion) throw sessionEndedProblem()
    if (!(await sessions.exists(sessionId, id))) throw sessionEndedProblem()
    const { role, name, email, mustChangePassword } = user
    return {
      id,
      role,
      name,
      email,
      tokenVersion,
      sessionId,
      ...(mustChangePassword && { mustChangePassword }),
    }
  }
}

/** Throws if the password was not proved in this session within ten minutes, by the database and not the token. */
export const createRecentProof =
  (db: Knex, now: () => number) =>
  async ({ id, sessionId = '' }: Caller): Promise<void> =>
    assertRecent(await createSessionStore(db).findProof(sessionId, id), now())

/** Requires a recent proof on every administrator route except GET. */
export function withRecentProof(routes: Route[], { db, now }: { db: Knex; now: () => number }): Route[] {
  const prove = createRecentProof(db, now)
  return routes.map((route) => {
    if (route.access !== 'admin' || route.method === 'get') return route
    const handler: Route['handler'] = async (request) => {
      await prove(request.caller)
      return route.handler(request)
    }
    return { ...route, handler }
  })
}
