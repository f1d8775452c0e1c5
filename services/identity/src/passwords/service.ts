import type { ChangePassword } from '@mms/contracts'
import { inTransaction, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { digestOf } from '../sessions/refresh-token.ts'
import { createSessionStore } from '../sessions/store.ts'
import { userNotFound } from '../users/service.ts'
import { createUserStore } from '../users/store.ts'
import type { Hasher } from './hasher.ts'
import type { ProvePassword } from './proof.ts'

export interface PasswordServiceOptions {
  db: Knex
  hasher: Hasher
  provePassword: ProvePassword
}

export interface PasswordChange extends ChangePassword {
  email: string
  address: string
  /** The session of this token goes on. */
  refreshToken: string | undefined
}

const wrongPassword = () =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { currentPassword: 'is not right' },
  })

export function createPasswordService({ db, hasher, provePassword }: PasswordServiceOptions) {
  return {
    /** Changes a person's own password and ends all sessions but the one it is changed in. */
    async change({ email, address, refreshToken, ...passwords }: PasswordChange): Promise<void> {
      const user = await provePassword({ purpose: 'password', email, address }, passwords.currentPassword)
      if (!user) throw wrongPassword()
      const hash = await hasher.hash(passwords.newPassword)
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const sessions = createSessionStore(trx)
        // Somebody may have set another password while this one was checked and hashed.
        if ((await users.lock(user.id))?.passwordHash !== user.passwordHash) throw wrongPassword()
        await users.updatePassword(user.id, hash)
        const own = refreshToken === undefined ? undefined : await sessions.findToken(digestOf(refreshToken))
        await sessions.removeOfUser(user.id, own?.sessionId)
      })
    },

    /** Sets the password of somebody and ends all their sessions. */
    async set(userId: string, password: string): Promise<void> {
      const hash = await hasher.hash(password)
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        if (!(await users.lock(userId))) throw userNotFound()
        await users.updatePassword(userId, hash)
        await createSessionStore(trx).removeOfUser(userId)
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
