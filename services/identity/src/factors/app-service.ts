import type { NewApp, RecoveryCodes } from '@mms/contracts'
import { problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { StoredUser } from '../users/store.ts'
import { appAddress, minutesOff, newAppSecret, stepOf } from './app-codes.ts'
import { createChallengeStore } from './challenge-store.ts'
import { type Asking, createEnrolment, type EnrolmentOptions } from './enrolment.ts'
import { stepOver, userOf } from './second-step.ts'
import { createFactorStore } from './store.ts'

function codeRefused(minutes = 0): Error {
  const off = Math.round(minutes)
  const clock = `the clock of the phone is ${Math.abs(off)} minutes ${off > 0 ? 'ahead' : 'behind'}`
  const why =
    off === 0 ? 'is not right: is it the newest one?' : `is of another time: ${clock}. Let the network set it`
  return problem.badRequest('auth.wrong_code', 'This code is not right', { errors: { code: why } })
}

/** Sets up an authenticator app; its secret counts once the first code was confirmed. */
export function createAppService(options: EnrolmentOptions) {
  const { db, seal, now } = options
  const { prove, begin, finish } = createEnrolment(options)

  async function offer(user: StoredUser, challenge: string): Promise<NewApp> {
    const secret = newAppSecret()
    await createChallengeStore(db, now).setSecret(challenge, seal.close(secret, user.id))
    return { challenge, secret, address: appAddress(secret, user.email) }
  }

  async function confirm(challenge: string, code: string, purpose: 'app' | 'set-up', callerId?: string) {
    const { user, begun } = await userOf(db, now, challenge, purpose)
    const secret = begun.secret === undefined ? undefined : seal.open(begun.secret, user.id)
    if (secret === undefined || (callerId !== undefined && user.id !== callerId)) throw stepOver()
    const step = stepOf(secret, code, now())
    if (step === undefined) throw codeRefused(minutesOff(secret, code, now()))
    const sealed = seal.close(secret, user.id)
    const save = (trx: Knex) => createFactorStore(trx).saveApp(user.id, sealed, step, new Date(now()))
    return { user, ...(await finish(user, challenge, 'app', save)) }
  }

  return {
    async begin(asking: Asking): Promise<NewApp> {
      const user = await prove(asking)
      return offer(user, await begin(user, 'app'))
    },

    confirm: async (callerId: string, challenge: string, code: string): Promise<RecoveryCodes> => ({
      recoveryCodes: (await confirm(challenge, code, 'app', callerId)).recoveryCodes,
    }),

    /** For an administrator who may not sign in without a second step. */
    beginSetUp: async (challenge: string): Promise<NewApp> =>
      offer((await userOf(db, now, challenge, 'set-up')).user, challenge),

    confirmSetUp: (challenge: string, code: string) => confirm(challenge, code, 'set-up'),
  }
}

export type AppService = ReturnType<typeof createAppService>
