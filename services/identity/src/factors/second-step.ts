import type { SecondStep, TakeSecondStep } from '@mms/contracts'
import { type Logger, ProblemError, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Hasher } from '../passwords/hasher.ts'
import type { RefusalLog } from '../refusals/refusals.ts'
import type { Throttle } from '../throttle/service.ts'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { findTimeStep } from './app-codes.ts'
import { type ChallengePurpose, createChallengeStore } from './challenge-store.ts'
import { type PasskeySite, requestOptions, verifyPasskey } from './passkeys.ts'
import { splitCode } from './recovery-codes.ts'
import type { Seal } from './seal.ts'
import { createFactorStore, createSettingsStore, type FactorStore } from './store.ts'

export interface FactorOptions {
  db: Knex
  log: Logger
  hasher: Hasher
  seal: Seal
  /** Limits codes per account from any network. A device that signed in before has its own limit. */
  throttle: Pick<Throttle, 'reserve'>
  now: () => number
}

export interface StepOrigin {
  site: PasskeySite | undefined
  device?: string | undefined
}
export type StepAnswer = Omit<TakeSecondStep, 'challenge'> & { challenge: string } & StepOrigin

/** An app is disabled after this many wrong codes in a row (NIST SP 800-63B, 5.2.2). */
const MAX_WRONG_CODES = 100

const wrongCode = () =>
  problem.unauthorized('auth.wrong_code', 'This code is not right', {
    errors: { code: 'is wrong or was already used. Check that the phone sets its clock automatically' },
  })

const wrongRecoveryCode = () =>
  problem.unauthorized('auth.wrong_code', 'This code is not right', {
    errors: { recoveryCode: 'is wrong or was already used' },
  })

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

export async function hasFactor(store: FactorStore, userId: string): Promise<boolean> {
  return (await store.findApp(userId)) !== undefined || (await store.listPasskeys(userId)).length > 0
}

/** Returns the enabled user of a challenge. Throws 409 if it has expired. */
export async function findChallengedUser(
  db: Knex,
  now: () => number,
  challenge: string,
  purpose: ChallengePurpose,
) {
  const begun = await createChallengeStore(db, now).find(challenge, purpose)
  const user = begun && (await createUserStore(db).find(begun.userId))
  if (!user || user.disabled || user.tokenVersion !== begun.tokenVersion) throw challengeExpiredProblem()
  return { user, begun }
}

function createChallenges({ db, now }: FactorOptions) {
  const factors = createFactorStore(db)

  const lacksStep = async (user: StoredUser) =>
    user.role === 'admin' &&
    (await createSettingsStore(db).find()).administratorsNeedSecondStep &&
    !(await hasFactor(factors, user.id))

  const begin = ({ id: userId, tokenVersion }: StoredUser, purpose: ChallengePurpose) =>
    createChallengeStore(db, now).insert({ userId, tokenVersion, purpose })

  async function listMethods(
    user: StoredUser,
    site: PasskeySite | undefined,
  ): Promise<SecondStep | undefined> {
    const [app, passkeys] = [await factors.findApp(user.id), await factors.listPasskeys(user.id)]
    if (!app && passkeys.length === 0) return undefined
    const challenge = await begin(user, 'sign-in')
    const methods = [
      ...(app ? ['app'] : []),
      ...((await factors.countCodes(user.id)) > 0 ? ['recovery'] : []),
    ]
    if (!site || passkeys.length === 0) return { challenge, methods }
    const passkey = await requestOptions(site, passkeys, challenge)
    return { challenge, methods: ['passkey', ...methods], passkey: { ...passkey } }
  }

  return {
    methodsOf: listMethods,

    isMissing: lacksStep,

    /** Throws 401 with the required steps if the password is not enough. */
    async requireStep(user: StoredUser, site: PasskeySite | undefined): Promise<void> {
      const secondStep = await listMethods(user, site)
      if (secondStep) throw stepRequired(secondStep)
      if (await lacksStep(user)) {
        throw stepMissing({ challenge: await begin(user, 'set-up'), methods: ['set-up'] })
      }
    },
  }
}

function createVerification({ db, hasher, seal, throttle, now }: FactorOptions) {
  const factors = createFactorStore(db)

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
      if (!isApp) throw wrongRecoveryCode()
      await factors.countWrongCode(user.id)
      throw wrongCode()
    },

    async passkey(user: StoredUser, { challenge, passkey = {}, site }: StepAnswer): Promise<void> {
      if (!site) throw challengeExpiredProblem()
      const passkeys = await factors.listPasskeys(user.id)
      const { id, counter } = await verifyPasskey(site, passkeys, challenge, passkey)
      await factors.notePasskeyUse(id, counter, new Date(now()))
    },
  }
}

export function createSecondStep(options: FactorOptions & { refusals: RefusalLog }) {
  const { db, log, refusals, now } = options
  const verification = createVerification(options)
  const challenges = createChallenges(options)

  /** Returns the user, or throws 401 for a wrong step. Each challenge works once. */
  async function verify(step: StepAnswer, action = 'sign-in'): Promise<StoredUser> {
    const { user } = await findChallengedUser(db, now, step.challenge, 'sign-in')
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

  /** Throws 403 with the required steps if the password is not enough, and 400 for a wrong step. */
  async function confirm(user: StoredUser, step: TakeSecondStep | undefined, origin: StepOrigin) {
    if (!step) {
      const secondStep = await challenges.methodsOf(user, origin.site)
      if (secondStep) throw stepRequiredToo(secondStep)
      return
    }
    const { id } = await verify({ ...step, ...origin }, 'password').catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.status !== 401) throw error
      throw problem.badRequest(error.code, error.message, error.errors && { errors: error.errors })
    })
    if (id !== user.id) throw challengeExpiredProblem()
  }

  return { ...challenges, take: verify, confirm }
}

export type SecondStepService = ReturnType<typeof createSecondStep>
