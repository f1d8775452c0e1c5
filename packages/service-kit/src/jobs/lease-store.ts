import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { CLOCK_SKEW_MS } from '../clock/clock.ts'
import { LeaseLostError } from '../database/errors.ts'
import { byDialect } from '../database/open.ts'

const BEATS_PER_LEASE = 5

/**
 * Creates the table of leases. While `holder` is set, `due_at` is when its lease ends. Times are ms by the database's
 * clock, so that clocks of machines are never compared. No migration creates it, as migrating needs a lease.
 */
export async function createLeaseTable(db: Knex): Promise<void> {
  if (await db.schema.hasTable('leases')) return
  await db.raw(
    `create table if not exists leases (name varchar(60) primary key, holder varchar(36), due_at bigint not null,
      finished_at bigint, expected_since bigint not null)
      ${byDialect(db, { sqlite: '', mysql: 'engine InnoDB character set utf8mb4 collate utf8mb4_bin' })}`,
  )
}

/** Database time plus `ms`. */
const inMs = (db: Knex, ms: number) =>
  db.raw(
    byDialect(db, {
      sqlite: `(cast(unixepoch('subsec') * 1000 as integer) + ?)`,
      mysql: '(cast(unix_timestamp(now(3)) * 1000 as signed) + ?)',
    }),
    [Math.round(ms)],
  )

/** Due now, or the expiry is too far in the future to be valid. */
const isOver = (query: Knex.QueryBuilder, db: Knex, leaseMs: number) =>
  query.where('due_at', '<=', inMs(db, 0)).orWhere((held) => {
    void held.whereNotNull('holder').where('due_at', '>', inMs(db, leaseMs + CLOCK_SKEW_MS))
  })

export function createLeaseStore(db: Knex, name: string) {
  const row = () => db('leases').where({ name })
  const heldBy = (holder: string) => row().where({ holder })
  const hasChanged = async (rows: Knex.QueryBuilder, values: object) => (await rows.update(values)) === 1
  const claim = (rows: Knex.QueryBuilder, holder: string, leaseMs: number) =>
    hasChanged(rows, { holder, due_at: inMs(db, leaseMs) })

  return {
    async prepare(dueInMs: number): Promise<void> {
      if (await row().first('name')) return
      const first = { name, due_at: inMs(db, dueInMs), expected_since: inMs(db, 0) }
      await db('leases').insert(first).onConflict('name').ignore()
    },
    /** Claims the job if due and free. A due time beyond `longestMs` was set by a fast clock and counts as due. */
    claimDue(holder: string, leaseMs: number, longestMs: number): Promise<boolean> {
      const latest = inMs(db, longestMs + CLOCK_SKEW_MS)
      const due = row().where((each) => void isOver(each, db, leaseMs).orWhere('due_at', '>', latest))
      return claim(due, holder, leaseMs)
    },
    claimFree(holder: string, leaseMs: number): Promise<boolean> {
      const free = row().where((each) => void isOver(each, db, leaseMs).orWhereNull('holder'))
      return claim(free, holder, leaseMs)
    },
    renew: (holder: string, leaseMs: number): Promise<boolean> => claim(heldBy(holder), holder, leaseMs),
    release: (holder: string, dueInMs: number): Promise<boolean> =>
      hasChanged(heldBy(holder), { holder: null, due_at: inMs(db, dueInMs) }),
    finish: (holder: string, dueInMs: number): Promise<boolean> =>
      hasChanged(heldBy(holder), { holder: null, due_at: inMs(db, dueInMs), finished_at: inMs(db, 0) }),
    async makeDue(): Promise<void> {
      await row().update({ holder: null, due_at: 0 })
    },
    /** Milliseconds since the last success (or since it was first expected), and until the job is due. */
    async standing(): Promise<{ sinceFinishedMs: number; dueInMs: number }> {
      const found = await row().first('due_at', 'finished_at', 'expected_since', { now: inMs(db, 0) })
      const now = Number(found.now)
      const finishedAt = Number(found.finished_at ?? found.expected_since)
      return {
        // A time in the future would hide failures until then.
        sinceFinishedMs: now - (finishedAt > now ? Number(found.expected_since) : finishedAt),
        dueInMs: Number(found.due_at) - now,
      }
    },
  }
}

interface HeldLease {
  name: string
  renew: () => Promise<boolean>
  leaseMs: number
  log: Logger
  signal: AbortSignal
}

async function keep({ name, renew, leaseMs, log }: HeldLease, signal: AbortSignal, lost: () => void) {
  for (let provenAt = performance.now(); ; ) {
    await delay(leaseMs / BEATS_PER_LEASE, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const askedAt = performance.now()
    const renewed = await renew().catch((err: unknown) => {
      log.warn({ err, job: name }, 'lease not renewed')
      return undefined
    })
    if (renewed) provenAt = askedAt
    else if (renewed === false || performance.now() - provenAt > leaseMs) return lost()
  }
}

/** Runs `work` and renews the lease. The signal aborts if the lease is lost (`LeaseLostError`) or on shutdown. */
export async function whileHeld<T>(lease: HeldLease, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const done = new AbortController()
  const keeping = keep(lease, AbortSignal.any([done.signal, lease.signal]), () =>
    lost.abort(new LeaseLostError(lease.name)),
  )
  try {
    return await work(AbortSignal.any([lease.signal, lost.signal]))
  } finally {
    done.abort()
    await keeping
  }
}
