import { ProblemError } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { RefusalLog } from '../refusals/refusals.ts'
import type { ProvePassword } from '../sessions/service.ts'
import type { Throttle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

interface ProofOptions {
  db: Knex
  hasher: Hasher
  throttle: Throttle
  refusals: RefusalLog
}

/**
 * Throttle first, then hash. Unknown, disabled and known accounts cost the same statements, hashing and queueing, so
 * that neither answer nor timing reveals accounts. The exception is a device or network where the account signed in
 * before. Its tries count separately (`throttle/service.ts`), so that strangers cannot lock the owner out.
 */
export function createPasswordProof({ db, hasher, throttle, refusals }: ProofOptions): ProvePassword {
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
      // The record gives the reason; the answer stays the same.
      await note(user?.disabled && matches ? 'auth.disabled' : 'auth.invalid_credentials')
      return undefined
    }
    await reservation.succeeded()
    return user
  }
}
