import type { ChangePassword } from '@mms/contracts'
import { inTransaction, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { endTokensOf } from '../sessions/endings.ts'
import { digestOf } from '../sessions/refresh-token.ts'
import type { ProvePassword } from '../sessions/service.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createTokenStore } from '../sessions/token-store.ts'
import { userNotFound } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'

export interface PasswordServiceOptions {
  db: Knex
  hasher: Hasher
  provePassword: ProvePassword
  now: () => number
}

export interface PasswordChange extends ChangePassword {
  email: string
  address: string
  /** This session goes on. Told by the access token; one of an older identity does not say it. */
  sessionId: string | undefined
  /** Tells it in its place. */
  refreshToken: string | undefined
}

/** The user as the change left them, and the session that goes on, if any. */
export interface PasswordChanged {
  user: StoredUser
  sessionId: string | undefined
}

const wrongPassword = () =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { currentPassword: 'is not right' },
  })

async function sessionToKeep(trx: Knex, { sessionId, refreshToken }: PasswordChange, userId: string) {
  if (sessionId !== undefined) return sessionId
  const found =
    refreshToken === undefined ? undefined : await createTokenStore(trx).find(digestOf(refreshToken))
  return found?.userId === userId ? found.sessionId : undefined
}

export function createPasswordService({ db, hasher, provePassword, now }: PasswordServiceOptions) {
  return {
    /** Changes a person's own password and ends all sessions but the one it is changed in. */
    async change(change: PasswordChange): Promise<PasswordChanged> {
      const { email, address, currentPassword, newPassword } = change
      const user = await provePassword({ purpose: 'password', email, address }, currentPassword)
      if (!user) throw wrongPassword()
      const hash = await hasher.hash(newPassword)
      return inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const current = await users.lock(user.id)
        // Somebody may have set another password while this one was checked and hashed.
        if (current?.passwordHash !== user.passwordHash) throw wrongPassword()
        await users.updatePassword(user.id, hash)
        const sessionId = await sessionToKeep(trx, change, user.id)
        await createSessionStore(trx).removeOfUser(user.id, sessionId)
        const tokenVersion = await endTokensOf(trx, current, now())
        return { user: { ...current, passwordHash: hash, tokenVersion }, sessionId }
      })
    },

    /** Sets the password of somebody and ends all their sessions. */
    async set(userId: string, password: string): Promise<void> {
      const hash = await hasher.hash(password)
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const user = await users.lock(userId)
        if (!user) throw userNotFound()
        await users.updatePassword(userId, hash)
        await createSessionStore(trx).removeOfUser(userId)
        await endTokensOf(trx, user, now())
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
