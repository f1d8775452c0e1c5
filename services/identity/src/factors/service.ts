import type { OwnSecondStep, RecoveryCodes } from '@mms/contracts'
import { type Caller, inTransaction, problem, recordChange } from '@mms/service-kit'
import { revokeAccess } from '../sessions/revocations.ts'
import { createSessionStore } from '../sessions/store.ts'
import { userNotFoundProblem } from '../users/service.ts'
import { createUserStore } from '../users/store.ts'
import { createEnrolment, type EnrolmentOptions, type FactorProof } from './enrolment.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { hasFactor } from './second-step.ts'
import { createFactorStore, createSettingsStore, type StoredPasskey } from './store.ts'

const noFactor = () => problem.conflict('auth.no_second_step', 'Set up an app or a passkey first')

const ownStep = () =>
  problem.conflict(
    'auth.own_second_step',
    'Remove your own second step on your account page, with your password',
  )

const needed = () =>
  problem.conflict('auth.second_step_needed', 'Administrators need a second step: set up another one first')

const shownPasskey = ({ id, name, createdAt, usedAt }: StoredPasskey) => ({
  _id: id,
  name,
  createdAt,
  lastUsedAt: usedAt,
})

export function createFactorService(options: EnrolmentOptions) {
  const { db, log, hasher, now } = options
  const { prove } = createEnrolment(options)

  const isRequired = async (role: string) =>
    role === 'admin' && (await createSettingsStore(db).find()).administratorsNeedSecondStep

  return {
    async show({ id: userId, role, sessionId = '' }: Caller): Promise<OwnSecondStep> {
      const store = createFactorStore(db)
      const passkeys = await store.listPasskeys(userId)
      return {
        app: (await store.findApp(userId))?.createdAt ?? null,
        passkeys: passkeys.map(shownPasskey),
        recoveryCodesLeft: await store.countCodes(userId),
        required: await isRequired(role),
        byProvider: (await createSessionStore(db).findProof(sessionId, userId))?.byProvider ?? false,
      }
    },

    listUsers: () => createFactorStore(db).listUsers(),

    async renewCodes(proof: FactorProof): Promise<RecoveryCodes> {
      const user = await prove(proof)
      if (!(await hasFactor(createFactorStore(db), user.id))) throw noFactor()
      const { shown, stored } = await newRecoveryCodes(hasher)
      await inTransaction(db, async (trx) => {
        await createFactorStore(trx).saveCodes(user.id, stored)
        await recordChange(trx, { action: 'second-step.codes-renewed', subject: user.id })
      })
      log.info({ userId: user.id }, 'recovery codes were replaced')
      return { recoveryCodes: shown }
    },

    /** Removes an app or passkey. With the last one, the recovery codes are removed, too. */
    async remove(proof: FactorProof, factor: string): Promise<void> {
      const user = await prove(proof)
      const required = await isRequired(user.role)
      await inTransaction(db, async (trx) => {
        await createUserStore(trx).lock(user.id)
        const store = createFactorStore(trx)
        const isGone = await (factor === 'app'
          ? store.removeApp(user.id)
          : store.removePasskey(user.id, factor))
        if (isGone)
          await recordChange(trx, { action: 'second-step.removed', subject: user.id, before: { factor } })
        if (!isGone || (await hasFactor(store, user.id))) return
        if (required) throw needed()
        await store.removeAll(user.id)
      })
      log.info({ userId: user.id, factor }, 'a second step was removed')
    },

    /** Resets the second step of a user who lost the phone, and ends all their sessions. */
    async removeAllOf(userId: string, adminId: string): Promise<void> {
      if (userId === adminId) throw ownStep()
      await inTransaction(db, async (trx) => {
        const user = await createUserStore(trx).lock(userId)
        if (!user) throw userNotFoundProblem()
        await createFactorStore(trx).removeAll(userId)
        await recordChange(trx, { action: 'second-step.removed', subject: userId, before: { factor: 'all' } })
        await revokeAccess(trx, user, now(), { sessions: true })
      })
      log.info({ userId, adminId }, 'an administrator removed the second step of a user')
    },
  }
}

export type FactorService = ReturnType<typeof createFactorService>
