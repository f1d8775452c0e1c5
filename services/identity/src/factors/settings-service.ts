import type { SignInSettings, UpdateSignInSettings } from '@mms/contracts'
import {
  differences,
  inTransaction,
  isUniqueViolation,
  type Logger,
  problem,
  recordChange,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createPinStore } from '../till/store.ts'
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
      const { administratorsNeedSecondStep, pinsAllowed = before.pinsAllowed } = changes
      const wanted = { ...before, administratorsNeedSecondStep, pinsAllowed }
      const changed = differences(before, wanted, ['administratorsNeedSecondStep', 'pinsAllowed'])
      if (!changed) return before
      if (changed.after.administratorsNeedSecondStep && !(await hasFactor(createFactorStore(db), callerId))) {
        throw haveOneFirst()
      }
      const saved = { ...wanted, version: before.version + 1 }
      try {
        await inTransaction(db, async (trx) => {
          await createSettingsStore(trx).insert(saved, callerId, new Date(now()))
          // Off, and on once more: one that was being set meanwhile is gone too.
          if ('pinsAllowed' in changed.after) await createPinStore(trx, now).removeAll()
          await recordChange(trx, { action: 'settings.changed', subject: 'sign-in', ...changed })
        })
      } catch (error) {
        throw isUniqueViolation(error) ? changedSince() : error
      }
      log.info({ userId: callerId, ...changed.after }, 'sign-in settings changed')
      return saved
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>
