import { problem, type VerifyToken } from '@mms/service-kit'
import type { UserStore } from './store.ts'

/**
 * Who makes a request, as the table of users says now. Other services go by the token until it expires;
 * here a disabled or demoted administrator must not use its last minutes to make himself another account.
 */
export function currentCaller(verify: VerifyToken, users: UserStore): VerifyToken {
  return async (token) => {
    const { id } = await verify(token)
    const user = await users.find(id)
    if (!user || user.disabled) throw problem.unauthorized('auth.invalid_token', 'Please sign in again')
    return { id, role: user.role, name: user.name, email: user.email }
  }
}
