import type {
  OwnSecondStep,
  PasswordAndSecondStep,
  RecoveryCodes,
  SignInSettings,
  UpdateSignInSettings,
} from '@mms/contracts'
import { type Caller, differences, inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { IdentityContext } from '../context.ts'
import { createFullProof, type ProofRequest } from '../passwords/service.ts'
import { revokeAccess, revokeTokens } from '../sessions/revocations.ts'
import { createPinStore } from '../switch-user/store.ts'
import { userNotFoundProblem } from '../users/service.ts'
import { createUserStore } from '../users/store.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
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

export function createFactorService(context: IdentityContext) {
  const { db, log, hasher, now } = context
  const prove = createFullProof(context)

  const isRequired = async (role: string) =>
    role === 'admin' && (await context.signInSettings()).administratorsNeedSecondStep

  return {
    async show({ id: userId, role, proof }: Caller): Promise<OwnSecondStep> {
      const store = createFactorStore(db)
      const passkeys = await store.listPasskeys(userId)
      return {
        app: (await store.findApp(userId))?.createdAt ?? null,
        passkeys: passkeys.map(shownPasskey),
        recoveryCodesLeft: await store.countCodes(userId),
        required: await isRequired(role),
        byProvider: proof?.byProvider ?? false,
      }
    },

    listUsers: () => createFactorStore(db).listUsers(),

    async renewCodes(proof: ProofRequest, typed: PasswordAndSecondStep): Promise<RecoveryCodes> {
      const user = await prove(proof, typed)
      if (!(await createFactorStore(db).hasFactor(user.id))) throw noFactor()
      const { shown, stored } = await newRecoveryCodes(hasher)
      await inTransaction(db, async (trx) => {
        await createFactorStore(trx).saveCodes(user.id, stored)
        await recordChange(trx, { action: 'second-step.codes-renewed', subject: user.id })
      })
      log.info({ userId: user.id }, 'recovery codes were replaced')
      return { recoveryCodes: shown }
    },

    /** Removes an app or passkey. With the last one, the recovery codes are removed, too. */
    async remove(proof: ProofRequest, { factor, ...typed }: PasswordAndSecondStep & { factor: string }) {
      const user = await prove(proof, typed)
      const required = await isRequired(user.role)
      await inTransaction(db, async (trx) => {
        await createUserStore(trx).lock(user.id)
        const store = createFactorStore(trx)
        const isGone = await (factor === 'app'
          ? store.removeApp(user.id)
          : store.removePasskey(user.id, factor))
        if (isGone)
          await recordChange(trx, { action: 'second-step.removed', subject: user.id, before: { factor } })
        if (!isGone || (await store.hasFactor(user.id))) return
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

const ownStepFirst = () =>
  problem.conflict('auth.second_step_first', 'Set up a second step for yourself first, on your account page')

/** Single sign-on users stay signed in: their browser gets new tokens by its cookie. */
async function endTokensWithoutStep(trx: Knex.Transaction, now: number): Promise<void> {
  const users = createUserStore(trx)
  for (const id of await users.lockEnabledAdmins()) {
    const admin = await users.find(id)
    if (admin && !(await createFactorStore(trx).hasFactor(id))) await revokeTokens(trx, admin, now)
  }
}

export function createSettingsService({ db, log, now }: IdentityContext) {
  const store = createSettingsStore(db)

  /** Single sign-on users count as having a second step, because the provider is responsible for it. */
  const hasStep = async ({ id, proof }: Caller) =>
    proof?.byProvider || (await createFactorStore(db).hasFactor(id))

  return {
    show: (): Promise<SignInSettings> => store.find(),

    /** Only administrators with a second step may require one. */
    async update(changes: UpdateSignInSettings, caller: Caller): Promise<SignInSettings> {
      const before = await store.find()
      const {
        administratorsNeedSecondStep = before.administratorsNeedSecondStep,
        pinsAllowed = before.pinsAllowed,
      } = changes
      const wanted: SignInSettings = { administratorsNeedSecondStep, pinsAllowed }
      const changed = differences(before, wanted, ['administratorsNeedSecondStep', 'pinsAllowed'])
      if (!changed) return before
      if (changed.after.administratorsNeedSecondStep && !(await hasStep(caller))) {
        throw ownStepFirst()
      }
      await inTransaction(db, async (trx) => {
        for (const name of Object.keys(changed.after) as (keyof SignInSettings)[])
          await createSettingsStore(trx).update(name, wanted[name])
        // Even if it was on before: challenges started while it was off must end.
        if (changed.after.administratorsNeedSecondStep) await endTokensWithoutStep(trx, now())
        if ('pinsAllowed' in changed.after) await createPinStore(trx, now).removeAll()
        await recordChange(trx, { action: 'settings.changed', subject: 'sign-in', ...changed })
      })
      log.info({ userId: caller.id, ...changed.after }, 'sign-in settings changed')
      return wanted
    },
  }
}
