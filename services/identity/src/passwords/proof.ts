import type { Knex } from 'knex'
import type { ProvePassword } from '../sessions/service.ts'
import type { Throttle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

interface ProofOptions {
  db: Knex
  hasher: Hasher
  throttle: Throttle
}

/**
 * Throttle first, then hash. An unknown, a disabled and a known account with a wrong password cost the same statements, the
 * same hashing and the same place in its line, so that neither answer nor time shows which it is. Only where an account has
 * signed in before can that be found out, because those tries are not counted among the ones of strangers
 * (`throttle/service.ts`): otherwise a stranger could keep its owner out.
 */
export function passwordProof({ db, hasher, throttle }: ProofOptions): ProvePassword {
  const users = createUserStore(db)
  return async (attempt, password) => {
    const reservation = await throttle.reserve(attempt)
    let user: StoredUser | undefined
    let matches: boolean
    try {
      user = await users.findByEmail(attempt.email)
      matches = await hasher.verify(user?.passwordHash, password, reservation.fromKnownPlace)
    } catch (error) {
      await reservation.giveBack()
      throw error
    }
    if (!user || !matches || user.disabled) return undefined
    await reservation.succeeded()
    return user
  }
}
