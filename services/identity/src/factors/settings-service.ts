import type { SignInSettings, UpdateSignInSettings } from '@mms/contracts'
import { type Caller, differences, inTransaction, type Logger, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { revokeTokens } from '../sessions/revocations.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createPinStore } from '../switch-user/store.ts'
import { createUserStore } from '../users/store.ts'
import { hasFactor } from './second-step.ts'
import { createFactorStore, createSettingsStore } from './store.ts'

const ownStepFirst = () =>
  problem.conflict('auth.second_step_first', 'Set up a second step for yourself first, on your account page')

/** Single sign-on users get new tokens by their cookie. */
async function endTokensWithoutStep(trx: Knex.Transaction, now: number): Promise<void> {
  const users = createUserStore(trx)
  for (const id of await users.lockEnabledAdmins()) {
    const admin = await users.find(id)
    if (admin && !(await hasFactor(createFactorStore(trx), id))) await revokeTokens(trx, admin, now)
  }
}

export function createSettingsService({ db, log, now }: { db: Knex; log: Logger; now: () => number }) {
  const store = createSettingsStore(db)

  /** The provider is responsible for the second step of its users. */
  const hasStep = async ({ id, sessionId = '' }: Caller) =>
    (await hasFactor(createFactorStore(db), id)) ||
    (await createSessionStore(db).findProof(sessionId, id))?.byProvider === true

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
        // Switching it off and on again must drop the challenges started meanwhile.
        if (changed.after.administratorsNeedSecondStep) await endTokensWithoutStep(trx, now())
        if ('pinsAllowed' in changed.after) await createPinStore(trx, now).removeAll()
        await recordChange(trx, { action: 'settings.changed', subject: 'sign-in', ...changed })
      })
      log.info({ userId: caller.id, ...changed.after }, 'sign-in settings changed')
      return wanted
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>
