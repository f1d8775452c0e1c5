import { ProblemError } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Refusals } from '../refusals/refusals.ts'
import type { ProvePassword } from '../sessions/service.ts'
import type { Throttle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

interface ProofOptions {
  db: Knex
  hasher: Hasher
  throttle: Throttle
  refusals: Refusals
}

/**
 * Throttle first, then hash. An unknown, a disabled and a known account with a wrong password cost the same statements, the
 * same hashing and the same place in its line, so that neither answer nor time shows which it is. Only where an account has
 * signed in before can that be found out, because those tries are not counted among the ones of strangers
 * (`throttle/service.ts`): otherwise a stranger could keep its owner out.
 */
export function passwordProof({ db, hasher, throttle, refusals }: ProofOptions): ProvePassword {
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
      matches = await hasher.verify(user?.passwordHash, password, reservation.fromKnownPlace)
    } catch (error) {
      await reservation.giveBack()
      throw error
    }
    if (!user || !matches || user.disabled) {
      // On record alone: the answer is the same.
      await note(user?.disabled && matches ? 'auth.disabled' : 'auth.invalid_credentials')
      return undefined
    }
    await reservation.succeeded()
    return user
  }
}
