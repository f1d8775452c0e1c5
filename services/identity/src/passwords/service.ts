import type { ChangePassword, PasswordAndSecondStep, Reauthenticate } from '@mms/contracts'
import { inTransaction, problem, recordChange } from '@mms/service-kit'
import type { IdentityContext } from '../context.ts'
import { revokeTokens } from '../sessions/revocations.ts'
import { createSessionStore } from '../sessions/store.ts'
import type { Attempt } from '../throttle/service.ts'
import { type RefuseEasyPassword, userNotFoundProblem } from '../users/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { isEasyToGuess } from './rules.ts'

/** Who proves a password, and from where. */
export interface ProofRequest extends Omit<Attempt, 'purpose'> {
  sessionId: string
  origin: string | undefined
  mustChangePassword: boolean
}

interface ProofOptions {
  /** Form field that gets the error. */
  field?: string
  /** Runs after the password and before the second step, so that a refusal uses no code. */
  check?: (user: StoredUser) => void
}

const wrongPassword = (field = 'currentPassword') =>
  problem.badRequest('auth.wrong_password', 'The current password is not right', {
    errors: { [field]: 'is not right' },
  })

/** Verifies the password and any second step, and returns the user. Throws for a wrong or missing one. */
export const createFullProof =
  ({ provePassword, secondStep: gate }: IdentityContext) =>
  async (
    { origin, sessionId: _, mustChangePassword, ...attempt }: ProofRequest,
    { currentPassword, secondStep }: PasswordAndSecondStep,
    { field, check }: ProofOptions = {},
  ): Promise<StoredUser> => {
    const user = await provePassword({ purpose: 'password', ...attempt }, currentPassword)
    if (!user) throw wrongPassword(field)
    check?.(user)
    // No second step here: setting the password ended all sessions, so this session passed it moments ago. It may only
    // change the password.
    if (!mustChangePassword) await gate.confirm(user, secondStep, { origin, device: attempt.device })
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

export function createPasswordService(context: IdentityContext) {
  const { db, hasher, now } = context
  const prove = createFullProof(context)
  return {
    /** Changes one's own password and ends all other sessions. Returns the changed user. */
    async change({ newPassword, ...typed }: ChangePassword, proof: ProofRequest): Promise<StoredUser> {
      const { sessionId } = proof
      const check = (owner: StoredUser) => {
        if (newPassword === typed.currentPassword) throw samePassword()
        refuseEasyPassword(newPassword, owner, 'newPassword')
      }
      const user = await prove(proof, typed, { check })
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

    reauthenticate: ({ password, secondStep }: Reauthenticate, proof: ProofRequest): Promise<StoredUser> =>
      prove(proof, { currentPassword: password, secondStep }, { field: 'password' }),

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
