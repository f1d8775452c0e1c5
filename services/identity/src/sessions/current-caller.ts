import { sessionEnded, type VerifyToken } from '@mms/service-kit'
import type { UserStore } from '../users/store.ts'
import type { SessionStore } from './store.ts'

/**
 * Reads the caller from the tables. Other services learn of revocations within seconds, but here a demoted
 * administrator could use these seconds to create another account.
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
