import type { SignInSettings, UpdateSignInSettings } from '@mms/contracts'
import { inTransaction, isUniqueViolation, type Logger, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { hasFactor } from './second-step.ts'
import { createSettingsStore } from './settings-store.ts'
import { createFactorStore } from './store.ts'

const changedSince = () =>
  problem.preconditionFailed(
    'auth.settings_changed',
    'Another administrator has changed this since; look at it again',
  )

const haveOneFirst = () =>
  problem.conflict('auth.second_step_first', 'Set up a second step for yourself first, on your account page')

export function createSettingsService({ db, log, now }: { db: Knex; log: Logger; now: () => number }) {
  const store = createSettingsStore(db)
  return {
    show: (): Promise<SignInSettings> => store.find(),

    /** Saves, if `isCurrent` says yes to the version there is (else 412). Who switches it on has a second step. */
    async update(
      changes: UpdateSignInSettings,
      isCurrent: (version: number) => boolean,
      callerId: string,
    ): Promise<SignInSettings> {
      const before = await store.find()
      if (!isCurrent(before.version)) throw changedSince()
      const { administratorsNeedSecondStep } = changes
      if (administratorsNeedSecondStep === before.administratorsNeedSecondStep) return before
      if (administratorsNeedSecondStep && !(await hasFactor(createFactorStore(db), callerId))) {
        throw haveOneFirst()
      }
      const saved = { version: before.version + 1, administratorsNeedSecondStep }
      try {
        await inTransaction(db, async (trx) => {
          await createSettingsStore(trx).insert(saved, callerId, new Date(now()))
          await recordChange(trx, {
            action: 'settings.changed',
            subject: 'sign-in',
            before: { administratorsNeedSecondStep: before.administratorsNeedSecondStep },
            after: { administratorsNeedSecondStep },
          })
        })
      } catch (error) {
        throw isUniqueViolation(error) ? changedSince() : error
      }
      log.info({ userId: callerId, administratorsNeedSecondStep }, 'sign-in settings changed')
      return saved
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>
