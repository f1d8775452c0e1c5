import type { ChangePassword, Reauthenticate } from '@mms/contracts'
import { inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { endTokensOf } from '../sessions/endings.ts'
import type { ConfirmStep, ProvePassword } from '../sessions/service.ts'
import { createSessionStore } from '../sessions/store.ts'
import type { Attempt } from '../throttle/service.ts'
import { type RefuseEasy, userNotFound } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'
import { isEasyToGuess } from './rules.ts'

interface PasswordServiceOptions {
  db: Knex
  hasher: Hasher
  provePassword: ProvePassword
  confirmStep: ConfirmStep
  now: () => number
}

interface Proof extends Omit<Attempt, 'purpose'> {
  /** The session that goes on. */
  sessionId: string
  /** Of the page. */
  origin: string | undefined
}

const wrongPassword = (field = 'currentPassword') =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { [field]: 'is not right' },
  })

/** Refuses a password that is easy to guess. */
export const refuseEasy: RefuseEasy = (password, owner, field) => {
  if (!isEasyToGuess(password, owner)) return
  throw problem.badRequest('auth.easy_password', 'This password is too easy to guess', {
    errors: { [field]: 'is too easy to guess: try a few words that have nothing to do with you' },
  })
}

const samePassword = () =>
  problem.badRequest('auth.same_password', 'The new password is the current one', {
    errors: { newPassword: 'must differ from the current one' },
  })

const ownPassword = () =>
  problem.conflict('auth.own_password', 'Change your own password on the page Account, with the current one')

export function createPasswordService(options: PasswordServiceOptions) {
  const { db, hasher, provePassword, confirmStep, now } = options
  return {
    /** Changes a person's own password and ends all sessions but the one it is changed in. Returns the changed user. */
    async change({ currentPassword, newPassword }: ChangePassword, proof: Proof): Promise<StoredUser> {
      const { sessionId, origin: _, ...attempt } = proof
      const user = await provePassword({ purpose: 'password', ...attempt }, currentPassword)
      if (!user) throw wrongPassword()
      if (newPassword === currentPassword) throw samePassword()
      refuseEasy(newPassword, user, 'newPassword')
      const chosen = { passwordHash: await hasher.hash(newPassword), mustChangePassword: false }
      return inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const current = await users.lock(user.id)
        // Another password may have been set while this one was checked and hashed.
        if (current?.passwordHash !== user.passwordHash) throw wrongPassword()
        await users.updatePassword(user.id, chosen)
        await recordChange(trx, { action: 'password.changed', subject: user.id })
        const sessions = createSessionStore(trx)
        await sessions.removeOfUser(user.id, sessionId)
        await sessions.updateProvenAt(sessionId, new Date(now()))
        const tokenVersion = await endTokensOf(trx, current, now())
        return { ...current, ...chosen, tokenVersion }
      })
    },

    /** Notes that the person of a session has typed the password again, and taken the second step where there is one. */
    async reauthenticate({ password, secondStep }: Reauthenticate, proof: Proof): Promise<void> {
      const { sessionId, origin, ...attempt } = proof
      const user = await provePassword({ purpose: 'password', ...attempt }, password)
      if (!user) throw wrongPassword('password')
      await confirmStep(user, secondStep, origin)
      await createSessionStore(db).updateProvenAt(sessionId, new Date(now()))
    },

    /** Sets the password of another user, who is to choose one of their own, and ends all their sessions. */
    async set(userId: string, password: string, callerId: string): Promise<void> {
      if (userId === callerId) throw ownPassword()
      const owner = await createUserStore(db).find(userId)
      if (!owner) throw userNotFound()
      refuseEasy(password, owner, 'password')
      const given = { passwordHash: await hasher.hash(password), mustChangePassword: true }
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const user = await users.lock(userId)
        if (!user) throw userNotFound()
        await users.updatePassword(userId, given)
        await recordChange(trx, { action: 'password.set', subject: userId, after: { email: user.email } })
        await createSessionStore(trx).removeOfUser(userId)
        await endTokensOf(trx, user, now())
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
