import { ProblemError } from '@mms/service-kit'
import type { BaseContext, IdentityContext } from '../context.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'

/**
 * Throttles first, then hashes. Unknown, disabled and known accounts run the same statements and hashing, so that
 * neither answer nor timing reveals accounts. Exception: a device or network where the account signed in before has its
 * own tries (`throttle/service.ts`), so that strangers cannot lock its owner out.
 */
export function createPasswordProof(context: BaseContext): IdentityContext['provePassword'] {
  const { db, hasher, throttle, refusals } = context
  const users = createUserStore(db)
  return async (attempt, password) => {
    const { purpose } = attempt
    const note = (reason: string) =>
      refusals.note({
        action: `${purpose === 'login' ? 'sign-in' : purpose}.refused`,
        account: attempt.email,
        reason,
      })
    const reservation = await throttle.reserve(attempt).catch(async (error: unknown) => {
      if (error instanceof ProblemError) await note(error.code)
      throw error
    })
    let user: StoredUser | undefined
    let matches: boolean
    try {
      user = await users.findByEmail(attempt.email)
      matches = await hasher.verify(user?.passwordHash, password, reservation.isFromKnownOrigin)
    } catch (error) {
      await reservation.giveBack()
      throw error
    }
    if (!user || !matches || user.disabled) {
      // Only the audit log gets the reason; the answer is always the same.
      await note(user?.disabled && matches ? 'auth.disabled' : 'auth.invalid_credentials')
      return undefined
    }
    await reservation.succeeded()
    return user
  }
}
