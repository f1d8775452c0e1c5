import type { SecondStep, TakeSecondStep } from '@mms/contracts'
import { ProblemError, problem } from '@mms/service-kit'
import type { BaseContext, StepOrigin } from '../context.ts'
import { codeLimits } from '../throttle/rules.ts'
import { createThrottle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { findTimeStep } from './app-codes.ts'
import { type ChallengePurpose, createChallengeStore } from './challenge-store.ts'
import { requestOptions, siteOf, verifyPasskey } from './passkeys.ts'
import { splitCode } from './recovery-codes.ts'
import { createFactorStore } from './store.ts'

type StepAnswer = TakeSecondStep & StepOrigin

/** An app is disabled after this many wrong codes in a row (NIST SP 800-63B, 5.2.2). */
const MAX_WRONG_CODES = 100

const wrongCode = (errors: Record<string, string>) =>
  problem.unauthorized('auth.wrong_code', 'This code is not right', { errors })

const appLocked = () =>
  problem.unauthorized(
    'auth.app_closed',
    'Too many wrong codes. Use a recovery code, or ask an administrator to remove the second step',
  )

const stepRequired = (secondStep: SecondStep) =>
  problem.unauthorized(
    'auth.second_step_required',
    'This account has a second step. Load this page again to sign in',
    { more: { secondStep } },
  )

/** A 401 would end the caller's session. */
const stepRequiredToo = (secondStep: SecondStep) =>
  problem.forbidden('auth.second_step_required', 'The second step of this account is needed as well', {
    more: { secondStep },
  })

const stepMissing = (secondStep: SecondStep) =>
  problem.unauthorized(
    'auth.second_step_missing',
    'Administrators need a second step. Load this page again to set it up',
    { more: { secondStep } },
  )

export const challengeExpiredProblem = () =>
  // Not a 401: the session of a user who sets up a second step continues.
  problem.conflict('auth.second_step_over', 'This took too long, or the password changed. Please start again')

/** Returns the enabled user of a challenge. Throws 409 if it has expired. */
export async function findChallengedUser(
  { db, now }: BaseContext,
  challenge: string,
  purpose: ChallengePurpose,
) {
  const begun = await createChallengeStore(db, now).find(challenge, purpose)
  const user = begun && (await createUserStore(db).find(begun.userId))
  if (!user || user.disabled || user.tokenVersion !== begun.tokenVersion) throw challengeExpiredProblem()
  return { user, begun }
}

function createChallenges({ db, publicOrigin, signInSettings, now }: BaseContext) {
  const factors = createFactorStore(db)

  const isMissing = async (user: StoredUser) =>
    user.role === 'admin' &&
    (await signInSettings()).administratorsNeedSecondStep &&
    !(await factors.hasFactor(user.id))

  const begin = ({ id: userId, tokenVersion }: StoredUser, purpose: ChallengePurpose) =>
    createChallengeStore(db, now).insert({ userId, tokenVersion, purpose })

  async function listMethods(user: StoredUser, origin: string | undefined): Promise<SecondStep | undefined> {
    const [app, passkeys] = [await factors.findApp(user.id), await factors.listPasskeys(user.id)]
    if (!app && passkeys.length === 0) return undefined
    const challenge = await begin(user, 'sign-in')
    const methods = [
      ...(app ? ['app'] : []),
      ...((await factors.countCodes(user.id)) > 0 ? ['recovery'] : []),
    ]
    const site = siteOf(publicOrigin, origin)
    if (!site || passkeys.length === 0) return { challenge, methods }
    const passkey = await requestOptions(site, passkeys, challenge)
    return { challenge, methods: ['passkey', ...methods], passkey: { ...passkey } }
  }

  async function requireStep(user: StoredUser, origin: string | undefined): Promise<void> {
    const secondStep = await listMethods(user, origin)
    if (secondStep) throw stepRequired(secondStep)
    if (await isMissing(user)) {
      throw stepMissing({ challenge: await begin(user, 'set-up'), methods: ['set-up'] })
    }
  }

  return { isMissing, begin, listMethods, requireStep }
}

function createVerification({ db, hasher, seal, publicOrigin, now }: BaseContext) {
  const factors = createFactorStore(db)
  /** Limits codes per account from any network. A device that signed in before has its own limit. */
  const throttle = createThrottle({ db, now, limits: codeLimits })

  async function isAppCode(user: StoredUser, code: string): Promise<boolean> {
    const app = await factors.findApp(user.id)
    if (app && app.wrongCodes >= MAX_WRONG_CODES) throw appLocked()
    const secret = app && seal.open(app.secret, user.id)
    const step = secret === undefined ? undefined : findTimeStep(secret, code, now())
    return step !== undefined && (await factors.markStep(user.id, step))
  }

  async function isRecoveryCode(user: StoredUser, typed: string): Promise<boolean> {
    const { selector, secret } = splitCode(typed)
    const hash = await factors.findCode(user.id, selector)
    const matches = await hasher.verify(hash, secret, true)
    return hash !== undefined && matches && factors.takeCode(user.id, { selector, hash })
  }

  return {
    async code(user: StoredUser, { code, recoveryCode = '', device }: StepAnswer): Promise<void> {
      // Keyed by user id: only a full sign-in makes a device known under it. So nobody with just the password can lock
      // the user out.
      const account = { email: user.id, address: user.id }
      const tries = await throttle.reserve({ purpose: 'second-step', ...account, device })
      const isApp = code !== undefined
      const isRight = await (isApp ? isAppCode(user, code) : isRecoveryCode(user, recoveryCode))
      if (isRight) return tries.succeeded()
      if (!isApp) throw wrongCode({ recoveryCode: 'is wrong or was already used' })
      await factors.countWrongCode(user.id)
      throw wrongCode({
        code: 'is wrong or was already used. Check that the phone sets its clock automatically',
      })
    },

    async passkey(user: StoredUser, { challenge, passkey = {}, origin }: StepAnswer): Promise<void> {
      const site = siteOf(publicOrigin, origin)
      if (!site) throw challengeExpiredProblem()
      const passkeys = await factors.listPasskeys(user.id)
      const { id, counter } = await verifyPasskey(site, passkeys, challenge, passkey)
      await factors.notePasskeyUse(id, counter, new Date(now()))
    },
  }
}

export function createSecondStep(context: BaseContext) {
  const { db, log, refusals, now } = context
  const verification = createVerification(context)
  const challenges = createChallenges(context)

  /** Returns the user, or throws 401 for a wrong step. Each challenge works once. */
  async function take(step: StepAnswer, action = 'sign-in'): Promise<StoredUser> {
    const { user } = await findChallengedUser(context, step.challenge, 'sign-in')
    await (step.passkey ? verification.passkey(user, step) : verification.code(user, step)).catch(
      async (error: unknown) => {
        if (error instanceof ProblemError) {
          await refusals.note({ action: `${action}.refused`, account: user.email, reason: error.code })
        }
        throw error
      },
    )
    if (!(await createChallengeStore(db, now).consume(step.challenge))) throw challengeExpiredProblem()
    const method = step.passkey ? 'passkey' : step.code === undefined ? 'recovery code' : 'app'
    log.info({ userId: user.id, method, action }, 'second step')
    return user
  }

  async function confirm(user: StoredUser, step: TakeSecondStep | undefined, from: StepOrigin) {
    if (!step) {
      const secondStep = await challenges.listMethods(user, from.origin)
      if (secondStep) throw stepRequiredToo(secondStep)
      return
    }
    const { id } = await take({ ...step, ...from }, 'password').catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.status !== 401) throw error
      throw problem.badRequest(error.code, error.message, error.errors && { errors: error.errors })
    })
    if (id !== user.id) throw challengeExpiredProblem()
  }

  return { ...challenges, take, confirm }
}
