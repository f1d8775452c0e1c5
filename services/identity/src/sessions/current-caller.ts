import { sessionEnded, type VerifyToken } from '@mms/service-kit'
import type { UserStore } from '../users/store.ts'
import type { SessionStore } from './store.ts'

/**
 * Who makes a request, as the tables of users and sessions say now. Other services learn within seconds what has ended;
 * here a disabled or demoted administrator must not use even those to make himself another account.
 */
export function currentCaller(verify: VerifyToken, users: UserStore, sessions: SessionStore): VerifyToken {
  return async (token) => {
    const { id, sessionId = '', tokenVersion = 0 } = await verify(token)
    const user = await users.find(id)
    if (!user || user.disabled || tokenVersion < user.tokenVersion) throw sessionEnded()
    if (!(await sessions.exists(sessionId, id))) throw sessionEnded()
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
