import type { Proven } from '@mms/contracts'
import { inTransaction, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { fullProof, type Proof } from '../passwords/service.ts'
import type { ConfirmStep, ProvePassword } from '../sessions/service.ts'
import { createPinStore } from '../till/store.ts'
import type { StoredUser } from '../users/store.ts'
import { type ChallengePurpose, createChallengeStore } from './challenge-store.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { type FactorOptions, stepOver } from './second-step.ts'
import { createFactorStore } from './store.ts'

export interface EnrolmentOptions extends Omit<FactorOptions, 'throttle'> {
  provePassword: ProvePassword
  confirmStep: ConfirmStep
}

export interface Asking extends Proof, Proven {}

export function createEnrolment({ db, log, hasher, now, ...proving }: EnrolmentOptions) {
  const proveBy = fullProof(proving)
  return {
    prove: ({ currentPassword: password, secondStep, ...proof }: Asking): Promise<StoredUser> =>
      proveBy(proof, { password, secondStep }),

    begin: ({ id: userId, tokenVersion }: StoredUser, purpose: ChallengePurpose) =>
      createChallengeStore(db, now).insert({ userId, tokenVersion, purpose }),

    async finish(user: StoredUser, challenge: string, factor: string, save: (trx: Knex) => Promise<void>) {
      const codes = await newRecoveryCodes(hasher)
      const recoveryCodes = await inTransaction(db, async (trx) => {
        const challenges = createChallengeStore(trx, now)
        if (!(await challenges.take(challenge))) throw stepOver()
        // A set-up that began before the first factor must not replace it.
        await challenges.removeOf(user.id)
        const store = createFactorStore(trx)
        await save(trx)
        // A PIN stands for a device that passed the second step.
        await createPinStore(trx, now).removeOf(user.id)
        await recordChange(trx, {
          action: 'second-step.added',
          subject: user.id,
          after: { factor },
          actor: user,
        })
        if ((await store.countCodes(user.id)) > 0) return []
        await store.saveCodes(user.id, codes.stored)
        return codes.shown
      })
      log.info({ userId: user.id, factor }, 'a second step was set up')
      return { recoveryCodes }
    },
  }
}
