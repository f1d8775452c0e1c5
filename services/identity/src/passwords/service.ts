import type { ChangePassword } from '@mms/contracts'
import { inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { endTokensOf } from '../sessions/endings.ts'
import type { ProvePassword } from '../sessions/service.ts'
import { createSessionStore } from '../sessions/store.ts'
import type { Attempt } from '../throttle/service.ts'
import { userNotFound } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

interface PasswordServiceOptions {
  db: Knex
  hasher: Hasher
  provePassword: ProvePassword
  now: () => number
}

interface PasswordChange extends ChangePassword, Omit<Attempt, 'purpose'> {
  /** The session that goes on. */
  sessionId: string
}

const wrongPassword = () =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { currentPassword: 'is not right' },
  })

export function createPasswordService({ db, hasher, provePassword, now }: PasswordServiceOptions) {
  return {
    /** Changes a person's own password and ends all sessions but the one it is changed in. Returns the changed user. */
    async change(change: PasswordChange): Promise<StoredUser> {
      const { sessionId, currentPassword, newPassword, ...attempt } = change
      const user = await provePassword({ purpose: 'password', ...attempt }, currentPassword)
      if (!user) throw wrongPassword()
      const hash = await hasher.hash(newPassword)
      return inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const current = await users.lock(user.id)
        // Another password may have been set while this one was checked and hashed.
        if (current?.passwordHash !== user.passwordHash) throw wrongPassword()
        await users.updatePassword(user.id, hash)
        await recordChange(trx, { action: 'password.changed', subject: user.id })
        await createSessionStore(trx).removeOfUser(user.id, sessionId)
        const tokenVersion = await endTokensOf(trx, current, now())
        return { ...current, passwordHash: hash, tokenVersion }
      })
    },

    /** Sets the password of a user and ends all their sessions. */
    async set(userId: string, password: string): Promise<void> {
      const hash = await hasher.hash(password)
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const user = await users.lock(userId)
        if (!user) throw userNotFound()
        await users.updatePassword(userId, hash)
        await recordChange(trx, { action: 'password.set', subject: userId, after: { email: user.email } })
        await createSessionStore(trx).removeOfUser(userId)
        await endTokensOf(trx, user, now())
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
