import type { SignInSettings, TakeSecondStep } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { settings } from './config.ts'
import type { KeySet } from './keys/key-set.ts'
import type { Seal } from './keys/seal.ts'
import type { RefusalLog } from './refusals/refusals.ts'
import type { Attempt, Throttle } from './throttle/service.ts'
import type { StoredUser } from './users/store.ts'

export interface Hasher {
  hash(password: string): Promise<string>
  /**
   * Verifies a password. Without a hash it takes as long and returns false, so that timing does not reveal accounts.
   * `urgent` must not depend on the account.
   */
  verify(hashed: string | undefined, password: string, urgent?: boolean): Promise<boolean>
}

/** The page and device from which a second step comes. */
export interface StepOrigin {
  origin: string | undefined
  device?: string | undefined
}

export interface BaseContext {
  db: Knex
  log: Logger
  keys: KeySet
  seal: Seal
  hasher: Hasher
  throttle: Throttle
  refusals: RefusalLog
  signInSettings(): Promise<SignInSettings>
  session: z.output<typeof settings>['session']
  /** Address of the suite in browsers; passkeys are bound to its host. */
  publicOrigin?: string | undefined
  /** Milliseconds since 1970; tests set the clock. */
  now: () => number
}

/** What the features of identity share. */
export interface IdentityContext extends BaseContext {
  /** Returns the enabled user with this email and password. Throws 429 after too many tries. */
  provePassword(attempt: Attempt, password: string): Promise<StoredUser | undefined>
  secondStep: {
    /** True if the user must set up a second step first. Single sign-on users never must. */
    isMissing(user: StoredUser): Promise<boolean>
    /** Throws 401 with the required steps if the password is not enough to sign in. */
    requireStep(user: StoredUser, origin: string | undefined): Promise<void>
    /** Throws 403 with the required steps if the password is not enough, and 400 for a wrong step. */
    confirm(user: StoredUser, step: TakeSecondStep | undefined, from: StepOrigin): Promise<void>
  }
}
