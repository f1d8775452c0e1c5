import { CLOCK_SKEW_MS } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Limit } from './rules.ts'

export interface Bucket extends Limit {
  key: string
}

/** Tolerance for simultaneous tries and clock differences, so that a slightly earlier clock is not refused. */
const SAME_MOMENT_MS = 1_000

/** Far more than honest use needs. Limits the table during a flood. */
const MAX_BUCKETS = 100_000

const MAX_ORIGINS = 100

/** `full`: the bucket refuses tries from there on. `latest`: later values come from a fast clock and are ignored. */
function boundsOf({ burst, intervalMs }: Limit, now: number) {
  const full = now + SAME_MOMENT_MS + (burst - 1) * intervalMs
  return { full, latest: full + intervalMs + CLOCK_SKEW_MS }
}

function waitOf(bucket: Bucket, busyUntil: number, now: number): number {
  const { full, latest } = boundsOf(bucket, now)
  return busyUntil > full && busyUntil <= latest ? busyUntil - full + SAME_MOMENT_MS : 0
}

/**
 * Generic cell rate algorithm: a bucket stores the time until which it is busy. Each try moves it in one guarded
 * statement, so that parallel tries cannot both pass.
 */
export function createThrottleStore(db: Knex, mostBuckets = MAX_BUCKETS) {
  const advance = async ({ key, ...limit }: Bucket, now: number) => {
    const { full, latest } = boundsOf(limit, now)
    const from = 'case when busy_until > ? and busy_until <= ? then busy_until else ? end'
    const moved = await db('throttle_buckets')
      .where('bucket', key)
      .where((room) => void room.where('busy_until', '<=', full).orWhere('busy_until', '>', latest))
      .update({ busy_until: db.raw(`${from} + ?`, [now, latest, now, limit.intervalMs]) })
    return moved === 1
  }

  return {
    async longestWait(buckets: Bucket[], now: number): Promise<number> {
      const keys = buckets.map(({ key }) => key)
      const rows = await db('throttle_buckets').whereIn('bucket', keys).select('bucket', 'busy_until')
      const busyUntil = new Map(rows.map((row) => [row.bucket, Number(row.busy_until)]))
      return Math.max(...buckets.map((bucket) => waitOf(bucket, busyUntil.get(bucket.key) ?? 0, now)))
    },

    /** Takes one try. Returns 0 if allowed, else the milliseconds until the next one. */
    async take(bucket: Bucket, now: number): Promise<number> {
      const { key } = bucket
      for (;;) {
        if (await advance(bucket, now)) return 0
        const row = await db('throttle_buckets').where('bucket', key).first('busy_until')
        const waitMs = row ? waitOf(bucket, Number(row.busy_until), now) : 0
        if (waitMs > 0) return waitMs
        // The row is missing or has changed meanwhile, so read again.
        if (!row)
          await db('throttle_buckets').insert({ bucket: key, busy_until: 0 }).onConflict('bucket').ignore()
      }
    },

    async giveBack({ key, intervalMs }: Bucket): Promise<void> {
      await db('throttle_buckets').where('bucket', key).decrement('busy_until', intervalMs)
    },

    async clear(key: string): Promise<void> {
      await db('throttle_buckets').where('bucket', key).delete()
    },

    async listFamiliar(account: string, origins: string[]): Promise<string[]> {
      return db('familiar_networks').where({ account }).whereIn('network', origins).pluck('network')
    },

    async isAnyKnown(origins: string[]): Promise<boolean> {
      return (await db('familiar_networks').whereIn('network', origins).first('network')) !== undefined
    },

    /** Keeps the latest places of an account only, because scripts without cookies look like a new device each time. */
    async remember(account: string, origin: string, now: Date): Promise<void> {
      await db('familiar_networks')
        .insert({ account, network: origin, seen_at: now })
        .onConflict(['account', 'network'])
        .merge(['seen_at'])
      const ofAccount = () => db('familiar_networks').where({ account })
      const beyond = await ofAccount().orderBy('seen_at', 'desc').offset(MAX_ORIGINS).first('seen_at')
      if (beyond) await ofAccount().where('seen_at', '<=', beyond.seen_at).delete()
    },

    /** Removes empty buckets, and places not seen since `familiarSince`. */
    async prune(now: number, familiarSince: Date, limits: Limit[]): Promise<void> {
      const latest = Math.max(...limits.map((limit) => boundsOf(limit, now).latest))
      await db('throttle_buckets').where('busy_until', '<=', now).orWhere('busy_until', '>', latest).delete()
      const busiest = db('throttle_buckets').orderBy('busy_until', 'desc')
      const beyond = await busiest.offset(mostBuckets).first('busy_until')
      if (beyond) await db('throttle_buckets').where('busy_until', '<=', beyond.busy_until).delete()
      await db('familiar_networks').where('seen_at', '<', familiarSince).delete()
    },
  }
}
