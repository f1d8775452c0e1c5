import { CLOCK_SKEW_MS } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Limit } from './rules.ts'

export interface Bucket extends Limit {
  key: string
}

/**
 * Tries of one moment reach the database in any order, and clocks of replicas differ a little: one that
 * read its clock earlier than those before it must not be refused for that.
 */
const SAME_MOMENT_MS = 1_000

/** Far more than honest people fill; a flood from many networks cannot grow the table beyond it. */
const MOST_BUCKETS = 100_000

/** Networks and devices that one account is known at. */
const MOST_PLACES = 100

/** From when on a bucket has no room, and the latest that tries can make it: what lies later is of a clock that ran ahead. */
function boundsOf({ burst, intervalMs }: Limit, now: number) {
  const full = now + SAME_MOMENT_MS + (burst - 1) * intervalMs
  return { full, latest: full + intervalMs + CLOCK_SKEW_MS }
}

/** How long a bucket that is busy until then refuses the next try; 0 when there is room. */
function waitOf(bucket: Bucket, busyUntil: number, now: number): number {
  const { full, latest } = boundsOf(bucket, now)
  return busyUntil > full && busyUntil <= latest ? busyUntil - full + SAME_MOMENT_MS : 0
}

/**
 * A bucket is one number: until when it is busy (the generic cell rate algorithm). Each try moves it one
 * interval on, by one guarded statement, so that replicas and parallel tries cannot pass together.
 */
export function createThrottleStore(db: Knex, mostBuckets = MOST_BUCKETS) {
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
    /** In how many milliseconds all of the buckets have room; 0 for now. It takes no try. */
    async longestWait(buckets: Bucket[], now: number): Promise<number> {
      const keys = buckets.map(({ key }) => key)
      const rows = await db('throttle_buckets').whereIn('bucket', keys).select('bucket', 'busy_until')
      const busyUntil = new Map(rows.map((row) => [row.bucket, Number(row.busy_until)]))
      return Math.max(...buckets.map((bucket) => waitOf(bucket, busyUntil.get(bucket.key) ?? 0, now)))
    },

    /** Takes one try: 0 when it is allowed, else in how many milliseconds the next one is. */
    async take(bucket: Bucket, now: number): Promise<number> {
      const { key } = bucket
      for (;;) {
        if (await advance(bucket, now)) return 0
        const row = await db('throttle_buckets').where('bucket', key).first('busy_until')
        const waitMs = row ? waitOf(bucket, Number(row.busy_until), now) : 0
        if (waitMs > 0) return waitMs
        // No row, or one that another try has made or given back since: there is room, so look again.
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

    /** Those of the places (networks, devices) that the account has signed in from. */
    async listFamiliar(account: string, places: string[]): Promise<string[]> {
      return db('familiar_networks').where({ account }).whereIn('network', places).pluck('network')
    },

    async isAnyKnown(places: string[]): Promise<boolean> {
      return (await db('familiar_networks').whereIn('network', places).first('network')) !== undefined
    },

    /** Scripts that keep no cookie are a new device at each sign-in: only the latest places of an account stay. */
    async remember(account: string, place: string, now: Date): Promise<void> {
      await db('familiar_networks')
        .insert({ account, network: place, seen_at: now })
        .onConflict(['account', 'network'])
        .merge(['seen_at'])
      const ofAccount = () => db('familiar_networks').where({ account })
      const beyond = await ofAccount().orderBy('seen_at', 'desc').offset(MOST_PLACES).first('seen_at')
      if (beyond) await ofAccount().where('seen_at', '<=', beyond.seen_at).delete()
    },

    /** Removes buckets that no longer limit anything, and places not seen since `familiarSince`. */
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
