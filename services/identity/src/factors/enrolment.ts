import type {
  ConfirmApp,
  ConfirmPasskey,
  NewApp,
  NewPasskey,
  PasswordAndSecondStep,
  RecoveryCodes,
} from '@mms/contracts'
import { inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { IdentityContext } from '../context.ts'
import { createFullProof, type ProofRequest } from '../passwords/service.ts'
import { createPinStore } from '../switch-user/store.ts'
import type { StoredUser } from '../users/store.ts'
import { appAddress, clockOffsetMinutes, findTimeStep, newAppSecret } from './app-codes.ts'
import { createChallengeStore } from './challenge-store.ts'
import { creationOptions, siteOf, verifyNewPasskey } from './passkeys.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { challengeExpiredProblem, createSecondStep, findChallengedUser } from './second-step.ts'
import { createFactorStore } from './store.ts'

/** Saves a confirmed factor. Returns recovery codes if the user has none yet. */
const createFinish =
  ({ db, log, hasher, now }: IdentityContext) =>
  async (user: StoredUser, challenge: string, factor: string, save: (trx: Knex) => Promise<void>) => {
    const codes = await newRecoveryCodes(hasher)
    const recoveryCodes = await inTransaction(db, async (trx) => {
      const challenges = createChallengeStore(trx, now)
      if (!(await challenges.consume(challenge))) throw challengeExpiredProblem()
      // Ends other set-ups, which would otherwise replace this first factor.
      await challenges.removeOf(user.id)
      const store = createFactorStore(trx)
      await save(trx)
      // A PIN stands for a device where the second step was passed, so it must be set again.
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
  }

function codeRefused(minutes = 0): Error {
  const off = Math.round(minutes)
  const clock = `the clock of the phone is ${Math.abs(off)} minutes ${off > 0 ? 'ahead' : 'behind'}`
  const why =
    off === 0 ? 'is wrong. Enter the newest one' : `is for another time: ${clock}. Let the network set it`
  return problem.badRequest('auth.wrong_code', 'This code is not right', { errors: { code: why } })
}

/** Sets up an authenticator app. Its secret is saved once the first code is confirmed. */
export function createAppService(context: IdentityContext) {
  const { db, seal, now } = context
  const { begin } = createSecondStep(context)
  const prove = createFullProof(context)
  const finish = createFinish(context)

  async function offer(user: StoredUser, challenge: string): Promise<NewApp> {
    const secret = newAppSecret()
    await createChallengeStore(db, now).setSecret(challenge, seal.close(secret, user.id))
    return { challenge, secret, address: appAddress(secret, user.email) }
  }

  async function confirm({ challenge, code }: ConfirmApp, purpose: 'app' | 'set-up', callerId?: string) {
    const { user, begun } = await findChallengedUser(context, challenge, purpose)
    const secret = begun.secret === undefined ? undefined : seal.open(begun.secret, user.id)
    if (secret === undefined || (callerId !== undefined && user.id !== callerId))
      throw challengeExpiredProblem()
    const step = findTimeStep(secret, code, now())
    if (step === undefined) throw codeRefused(clockOffsetMinutes(secret, code, now()))
    const sealed = seal.close(secret, user.id)
    const save = (trx: Knex) => createFactorStore(trx).saveApp(user.id, sealed, step, new Date(now()))
    return { user, ...(await finish(user, challenge, 'app', save)) }
  }

  return {
    async begin(proof: ProofRequest, typed: PasswordAndSecondStep): Promise<NewApp> {
      const user = await prove(proof, typed)
      return offer(user, await begin(user, 'app'))
    },

    async confirm(callerId: string, confirmation: ConfirmApp): Promise<RecoveryCodes> {
      const { recoveryCodes } = await confirm(confirmation, 'app', callerId)
      return { recoveryCodes }
    },

    /** For an administrator who cannot sign in without a second step. */
    beginSetUp: async (challenge: string): Promise<NewApp> =>
      offer((await findChallengedUser(context, challenge, 'set-up')).user, challenge),

    confirmSetUp: (confirmation: ConfirmApp) => confirm(confirmation, 'set-up'),
  }
}

const noPasskeysHere = () =>
  problem.conflict('auth.no_passkeys_here', 'Passkeys need a site with a name, not an IP address')

const passkeyTaken = () => problem.conflict('auth.passkey_taken', 'This passkey is already set up')

export function createPasskeyService(context: IdentityContext) {
  const { db, publicOrigin, now } = context
  const { begin } = createSecondStep(context)
  const prove = createFullProof(context)
  const finish = createFinish(context)
  return {
    async begin(proof: ProofRequest, typed: PasswordAndSecondStep): Promise<NewPasskey> {
      const site = siteOf(publicOrigin, proof.origin)
      if (!site) throw noPasskeysHere()
      const user = await prove(proof, typed)
      const challenge = await begin(user, 'passkey')
      const existing = await createFactorStore(db).listPasskeys(user.id)
      return { challenge, options: { ...(await creationOptions(site, user, existing, challenge)) } }
    },

    async confirm(
      callerId: string,
      { challenge, name, passkey }: ConfirmPasskey,
      origin: string | undefined,
    ): Promise<RecoveryCodes> {
      const { user } = await findChallengedUser(context, challenge, 'passkey')
      const site = siteOf(publicOrigin, origin)
      if (!site || user.id !== callerId) throw challengeExpiredProblem()
      const made = await verifyNewPasskey(site, challenge, passkey)
      const row = { ...made, id: v7(), userId: user.id, name, createdAt: new Date(now()) }
      try {
        return await finish(user, challenge, 'passkey', (trx) => createFactorStore(trx).insertPasskey(row))
      } catch (error) {
        throw isUniqueViolation(error) ? passkeyTaken() : error
      }
    },
  }
}
