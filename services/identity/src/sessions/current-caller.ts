import {
  accessTokenVerifier,
  assertRecent,
  type Caller,
  type Route,
  sessionEndedProblem,
  staticKeys,
  type VerifyToken,
} from '@mms/service-kit'
import type { IdentityContext } from '../context.ts'
import { createUserStore } from '../users/store.ts'
import { createSessionStore } from './store.ts'

/**
 * Reads the caller from the database. Other services learn of revocations only after seconds. Here, a demoted
 * administrator could use these seconds to create another account. The time of the proof is that of the session, too.
 */
export function readCurrentCaller({ db, keys }: Pick<IdentityContext, 'db' | 'keys'>): VerifyToken {
  const verify = accessTokenVerifier(staticKeys(keys.jwks))
  return async (token) => {
    const { id, sessionId = '', tokenVersion = 0 } = await verify(token)
    const user = await createUserStore(db).find(id)
    if (!user || user.disabled || tokenVersion < user.tokenVersion) throw sessionEndedProblem()
    const proof = await createSessionStore(db).findProof(sessionId, id)
    if (!proof) throw sessionEndedProblem()
    const { role, name, email, mustChangePassword } = user
    return {
      id,
      role,
      name,
      email,
      tokenVersion,
      sessionId,
      proof,
      ...(mustChangePassword && !proof.byProvider && { mustChangePassword }),
    }
  }
}

/** Requires a recent proof on every administrator route except GET. */
export function withRecentProof(routes: Route[], now: () => number): Route[] {
  return routes.map((route) => {
    if (route.access !== 'admin' || route.method === 'get') return route
    const handler: Route['handler'] = (request) => {
      assertRecent((request.caller as Caller).proof, now())
      return route.handler(request)
    }
    return { ...route, handler }
  })
}
