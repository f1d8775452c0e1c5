import type { Knex } from 'knex'
import type { ProvePassword } from '../sessions/service.ts'
import type { Throttle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

export interface ProofOptions {
  db: Knex
  hasher: Hasher
  throttle: Throttle
}

/**
 * Throttle first, then hash. An unknown, a disabled and a known account with a wrong password cost the same
 * statements and the same hashing, so that neither answer nor time tells them apart.
 */
export function passwordProof({ db, hasher, throttle }: ProofOptions): ProvePassword {
  const users = createUserStore(db)
  return async (attempt, password) => {
    const reservation = await throttle.reserve(attempt)
    let user: StoredUser | undefined
    let matches: boolean
    try {
      user = await users.findByEmail(attempt.email)
      matches = await hasher.verify(user?.passwordHash, password, reservation.familiar)
    } catch (error) {
      await reservation.giveBack()
      throw error
    }
    if (!user || !matches || user.disabled) return undefined
    await reservation.succeeded()
    return user
  }
}
