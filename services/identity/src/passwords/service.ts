import type { ChangePassword, Reauthenticate, TakeSecondStep } from '@mms/contracts'
import { inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { revokeTokens } from '../sessions/revocations.ts'
import type { ConfirmStep, ProvePassword } from '../sessions/service.ts'
import { createSessionStore } from '../sessions/store.ts'
import type { Attempt } from '../throttle/service.ts'
import { type RefuseEasyPassword, userNotFoundProblem } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import type { Hasher } from './hasher.ts'
import { isEasyToGuess } from './rules.ts'

interface PasswordServiceOptions extends ProofOptions {
  db: Knex
  hasher: Hasher
  now: () => number
}

interface ProofOptions {
  provePassword: ProvePassword
  confirmStep: ConfirmStep
}

export interface ProofRequest extends Omit<Attempt, 'purpose'> {
  sessionId: string
  origin: string | undefined
}

interface PasswordProof {
  password: string
  secondStep?: TakeSecondStep | undefined
  field?: string
  check?: (user: StoredUser) => void
}

const wrongPassword = (field = 'currentPassword') =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { [field]: 'is not right' },
  })

/** Verifies the password and any second step, and returns the user. Throws for a wrong or missing one. */
export const createFullProof =
  ({ provePassword, confirmStep }: ProofOptions) =>
  async ({ origin, sessionId: _, ...attempt }: ProofRequest, typed: PasswordProof): Promise<StoredUser> => {
    const { password, secondStep, field, check } = typed
    const user = await provePassword({ purpose: 'password', ...attempt }, password)
    if (!user) throw wrongPassword(field)
    check?.(user)
    // No second step here: setting the password ended all sessions, so this session passed it moments ago. It may only
    // change the password.
    if (!user.mustChangePassword) await confirmStep(user, secondStep, { origin, device: attempt.device })
    return user
  }

export const refuseEasyPassword: RefuseEasyPassword = (password, owner, field) => {
  if (!isEasyToGuess(password, owner)) return
  throw problem.badRequest('auth.easy_password', 'This password is too easy to guess', {
    errors: { [field]: 'is too easy to guess: try a few words that have nothing to do with you' },
  })
}

const samePassword = () =>
  problem.badRequest('auth.same_password', 'The new password is the same as the current one', {
    errors: { newPassword: 'must differ from the current one' },
  })

const ownPassword = () =>
  problem.conflict('auth.own_password', 'Change your own password on the page Account, with the current one')

export function createPasswordService(options: PasswordServiceOptions) {
  const { db, hasher, now } = options
  const prove = createFullProof(options)
  return {
    /** Changes one's own password and ends all other sessions. Returns the changed user. */
    async change(changing: ChangePassword, proof: ProofRequest): Promise<StoredUser> {
      const { currentPassword: password, newPassword, secondStep } = changing
      const { sessionId } = proof
      const check = (owner: StoredUser) => {
        if (newPassword === password) throw samePassword()
        refuseEasyPassword(newPassword, owner, 'newPassword')
      }
      const user = await prove(proof, { password, secondStep, check })
      const chosen = { passwordHash: await hasher.hash(newPassword), mustChangePassword: false }
      return inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const current = await users.lock(user.id)
        // The password may have changed while this one was being checked.
        if (current?.passwordHash !== user.passwordHash) throw wrongPassword()
        await users.updatePassword(user.id, chosen.passwordHash, false)
        await recordChange(trx, { action: 'password.changed', subject: user.id })
        const sessions = createSessionStore(trx)
        await sessions.removeOfUser(user.id, sessionId)
        await sessions.updateProvenAt(sessionId, new Date(now()))
        const tokenVersion = await revokeTokens(trx, current, now())
        return { ...current, ...chosen, tokenVersion }
      })
    },

    reauthenticate: (typed: Reauthenticate, proof: ProofRequest): Promise<StoredUser> =>
      prove(proof, { ...typed, field: 'password' }),

    /** Sets another user's password, which they must change, and ends all their sessions. */
    async set(userId: string, password: string, callerId: string): Promise<void> {
      if (userId === callerId) throw ownPassword()
      const owner = await createUserStore(db).find(userId)
      if (!owner) throw userNotFoundProblem()
      refuseEasyPassword(password, owner, 'password')
      const hash = await hasher.hash(password)
      await inTransaction(db, async (trx) => {
        const users = createUserStore(trx)
        const user = await users.lock(userId)
        if (!user) throw userNotFoundProblem()
        await users.updatePassword(userId, hash, true)
        await recordChange(trx, { action: 'password.set', subject: userId, after: { email: user.email } })
        await createSessionStore(trx).removeOfUser(userId)
        await revokeTokens(trx, user, now())
      })
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
