import { type ProblemError, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { DEVICE_KEPT_MS, keyOf, type Limits, networkOf, limits as standardLimits } from './rules.ts'
import { type Bucket, createThrottleStore } from './store.ts'

/** Who tries to prove a password for what, and from where. */
export interface Attempt {
  purpose: 'login' | 'password' | 'approval' | 'second-step' | 'pin'
  email: string
  address: string
  /** The secret of the browser's device cookie. */
  device?: string | undefined
}

/** A try that was let through, counted already. */
interface Reservation {
  /** Some account has signed in from this device or network before. */
  fromKnownPlace: boolean
  /** The try came to nothing, through no fault of the person. */
  giveBack(): Promise<void>
  /** The password was right. */
  succeeded(): Promise<void>
}

interface ThrottleOptions {
  db: Knex
  now: () => number
  limits?: Limits
}

/** Which of the places of a try the account has signed in from before. */
interface Familiar {
  device: boolean
  network: boolean
}

function tooMany(waitMs: number): ProblemError {
  const seconds = Math.ceil(waitMs / 1_000)
  const when = seconds === 1 ? '1 second' : `${seconds} seconds`
  return problem.tooMany('auth.too_many_attempts', `Too many attempts. Please try again in ${when}`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * The rate limit of sign-ins. Counts tries **before** the password is looked at, so that a flood costs no hashing; a
 * right password gives its try back. What is refused is only read, so that a flood costs no writes either.
 *
 * Where an account has signed in before, strangers cannot keep its owner out: its known devices have an allowance of their
 * own (OWASP: slow down online guessing with device cookies), whatever others try at their address, and the account as a
 * whole is limited only for networks it never signed in from. Unknown accounts count like known ones.
 */
export function createThrottle({ db, now, limits = standardLimits }: ThrottleOptions) {
  const store = createThrottleStore(db)

  function bucketsOf({ purpose, email, address, device }: Attempt, familiar: Familiar) {
    if (familiar.device) {
      const own: Bucket = { key: keyOf(purpose, 'device', email, device ?? ''), ...limits.pair }
      return { pair: own, shared: [] }
    }
    const network = networkOf(address)
    const pair: Bucket = { key: keyOf(purpose, 'pair', email, network), ...limits.pair }
    const account: Bucket = { key: keyOf(purpose, 'account', email), ...limits.account }
    const shared: Bucket[] = [{ key: keyOf(purpose, 'network', network), ...limits.network }]
    if (!familiar.network) shared.unshift(account)
    return { pair, shared }
  }

  const giveBackAll = async (buckets: Bucket[]) => {
    for (const bucket of buckets) await store.giveBack(bucket)
  }

  return {
    /** Lets a try through, or throws 429 `auth.too_many_attempts` with Retry-After. */
    async reserve(attempt: Attempt): Promise<Reservation> {
      const account = keyOf(attempt.email)
      const network = keyOf(networkOf(attempt.address))
      const device = attempt.device === undefined ? [] : [keyOf('device', attempt.device)]
      const places = [network, ...device]
      const familiar = await store.listFamiliar(account, places)
      const fromKnownPlace = familiar.length > 0 || (await store.isAnyKnown(places))
      const { pair, shared } = bucketsOf(attempt, {
        device: device.some((key) => familiar.includes(key)),
        network: familiar.includes(network),
      })
      const longestMs = await store.longestWait([pair, ...shared], now())
      if (longestMs > 0) throw tooMany(longestMs)
      const taken: Bucket[] = []
      for (const bucket of [pair, ...shared]) {
        const waitMs = await store.take(bucket, now())
        if (waitMs > 0) {
          // Others took the last place since it was read.
          await giveBackAll(taken)
          throw tooMany(waitMs)
        }
        taken.push(bucket)
      }
      return {
        fromKnownPlace,
        giveBack: () => giveBackAll(taken),
        succeeded: async () => {
          await store.clear(pair.key)
          await giveBackAll(shared)
          for (const place of places) await store.remember(account, place, new Date(now()))
        },
      }
    },

    prune: () => store.prune(now(), new Date(now() - DEVICE_KEPT_MS), Object.values(limits)),
  }
}

export type Throttle = ReturnType<typeof createThrottle>
