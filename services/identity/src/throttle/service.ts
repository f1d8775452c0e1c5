import { networkOf, type ProblemError, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { DEVICE_KEPT_MS, hashKey, type Limits, limits as standardLimits } from './rules.ts'
import { type Bucket, createThrottleStore } from './store.ts'

export interface Attempt {
  purpose: 'login' | 'password' | 'approval' | 'second-step' | 'pin'
  email: string
  address: string
  device?: string | undefined
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
 * Limits sign-in tries. Counts a try **before** the password check, so that a flood costs no hashing; a right password
 * returns it. A refusal only reads, so a flood costs no writes. Known devices have their own limit, so that strangers
 * cannot lock owners out (OWASP device cookies). The account limit applies only to unknown networks. Unknown accounts
 * are treated the same.
 */
export function createThrottle({ db, now, limits = standardLimits }: ThrottleOptions) {
  const store = createThrottleStore(db)

  function bucketsOf(
    { purpose, email, address, device }: Attempt,
    familiar: { device: boolean; network: boolean },
  ) {
    if (familiar.device) {
      const own: Bucket = { key: hashKey(purpose, 'device', email, device ?? ''), ...limits.pair }
      return { pair: own, shared: [] }
    }
    const network = networkOf(address)
    const pair: Bucket = { key: hashKey(purpose, 'pair', email, network), ...limits.pair }
    const account: Bucket = { key: hashKey(purpose, 'account', email), ...limits.account }
    const shared: Bucket[] = [{ key: hashKey(purpose, 'network', network), ...limits.network }]
    if (!familiar.network) shared.unshift(account)
    return { pair, shared }
  }

  const giveBackAll = async (buckets: Bucket[]) => {
    for (const bucket of buckets) await store.giveBack(bucket)
  }

  return {
    /** Reserves a try, or throws 429 `auth.too_many_attempts` with Retry-After. */
    async reserve(attempt: Attempt) {
      const account = hashKey(attempt.email)
      const network = hashKey(networkOf(attempt.address))
      const device = attempt.device === undefined ? [] : [hashKey('device', attempt.device)]
      const origins = [network, ...device]
      const familiar = await store.listFamiliar(account, origins)
      const isFromKnownOrigin = familiar.length > 0 || (await store.isAnyKnown(origins))
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
          // Concurrent tries used up the limit.
          await giveBackAll(taken)
          throw tooMany(waitMs)
        }
        taken.push(bucket)
      }
      return {
        /** True if anyone signed in from this device or network before. */
        isFromKnownOrigin,
        /** Returns the try after a failure that is not the person's fault. */
        giveBack: () => giveBackAll(taken),
        succeeded: async () => {
          await store.clear(pair.key)
          await giveBackAll(shared)
          for (const origin of origins) await store.remember(account, origin, new Date(now()))
        },
      }
    },

    prune: () => store.prune(now(), new Date(now() - DEVICE_KEPT_MS), Object.values(limits)),
  }
}

export type Throttle = ReturnType<typeof createThrottle>
