import { type ProblemError, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { keyOf, type Limits, networkOf, limits as standardLimits } from './rules.ts'
import { type Bucket, createThrottleStore } from './store.ts'

const FAMILIAR_MS = 90 * 86_400_000

/** Who tries to prove a password for what, and from where. */
export interface Attempt {
  purpose: 'login' | 'password' | 'approval'
  email: string
  address: string
}

/** A try that was let through, counted already. */
interface Reservation {
  /** Some account has signed in from this network before. */
  fromKnownNetwork: boolean
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

function tooMany(waitMs: number): ProblemError {
  const seconds = Math.ceil(waitMs / 1_000)
  const when = seconds === 1 ? '1 second' : `${seconds} seconds`
  return problem.tooMany('auth.too_many_attempts', `Too many attempts. Please try again in ${when}`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * The rate limit of sign-ins. Counts tries **before** the password is looked at, so that a flood costs no hashing; a
 * right password gives its try back. What is refused is only read, so that a flood costs no writes either. The account as
 * a whole is limited only for networks it never signed in from, so that a flood from elsewhere cannot keep its owner
 * out. Unknown accounts count like known ones.
 */
export function createThrottle({ db, now, limits = standardLimits }: ThrottleOptions) {
  const store = createThrottleStore(db)

  function bucketsOf({ purpose, email, address }: Attempt, familiar: boolean) {
    const network = networkOf(address)
    const pair: Bucket = { key: keyOf(purpose, 'pair', email, network), ...limits.pair }
    const account: Bucket = { key: keyOf(purpose, 'account', email), ...limits.account }
    const shared: Bucket[] = [{ key: keyOf(purpose, 'network', network), ...limits.network }]
    if (!familiar) shared.unshift(account)
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
      const familiar = await store.isFamiliar(account, network)
      const fromKnownNetwork = await store.isKnownNetwork(network)
      const { pair, shared } = bucketsOf(attempt, familiar)
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
        fromKnownNetwork,
        giveBack: () => giveBackAll(taken),
        succeeded: async () => {
          await store.clear(pair.key)
          await giveBackAll(shared)
          await store.remember(account, network, new Date(now()))
        },
      }
    },

    prune: () => store.prune(now(), new Date(now() - FAMILIAR_MS)),
  }
}

export type Throttle = ReturnType<typeof createThrottle>
