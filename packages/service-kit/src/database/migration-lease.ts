import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { LeaseLostError } from '../lease-lost.ts'
import { isConflict } from './errors.ts'

export interface Lease {
  /** Proves that the lease is still ours, or throws `LeaseLostError`. */
  renew(): Promise<void>
}

const TABLE = 'migration_lease'
const POLL_MS = 100

interface Seen {
  holder: string | null
  beat: number
  since: number
}

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      await delay(POLL_MS * Math.random())
    }
  }
}

async function createLeaseTable(db: Knex): Promise<void> {
  if ((await db.schema.hasTable(TABLE)) && (await db(TABLE).first('id'))) return
  await db.raw(
    `create table if not exists ${TABLE} (id integer primary key, holder varchar(36), beat bigint not null)`,
  )
  await db(TABLE).insert({ id: 1, holder: null, beat: 0 }).onConflict('id').ignore()
}

/** Takes the lease when `seen` is still true of it. */
async function take(db: Knex, seen: Seen, holder: string): Promise<boolean> {
  const taken = await db(TABLE)
    .where({ id: 1, holder: seen.holder, beat: seen.beat })
    .update({ holder, beat: seen.beat + 1 })
  return taken === 1
}

/**
 * Waits until the lease is free, or its holder has not moved for `leaseMs`. The waiter measures that
 * on its own clock by watching the holder's beat, so clocks of two machines are never compared.
 */
async function acquire(db: Knex, holder: string, leaseMs: number, log: Logger): Promise<void> {
  let seen: Seen | undefined
  for (;;) {
    const row = await retryConflicts(() => db(TABLE).where({ id: 1 }).first('holder', 'beat'))
    if (!seen || seen.holder !== row.holder || seen.beat !== row.beat) {
      if (!seen && row.holder) log.info({ holder: row.holder }, 'waiting for another process that migrates')
      seen = { ...(row as Seen), since: performance.now() }
    }
    const stale = performance.now() - seen.since > leaseMs
    const current = seen
    if ((seen.holder === null || stale) && (await retryConflicts(() => take(db, current, holder)))) {
      if (stale) log.warn({ holder: seen.holder }, 'took over from a process that died while migrating')
      return
    }
    await delay(POLL_MS)
  }
}

/** Renews one after another until `signal` aborts. One that fails or comes late does no harm: the work proves the lease. */
async function beat(renew: () => Promise<void>, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await renew().catch(() => {})
  }
}

/**
 * Runs `work` while no other process does. A holder that dies is replaced after `leaseMs`. Not a leased job: the table `leases` is
 * made by a migration, and a start waits for this work.
 */
export async function withLease(
  db: Knex,
  options: { leaseMs: number; log: Logger },
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  const holder = randomUUID()
  const mine = { id: 1, holder }
  const renew = async () => {
    const renewed = await retryConflicts(() => db(TABLE).where(mine).increment('beat', 1))
    if (Number(renewed) !== 1) throw new LeaseLostError('the migration')
  }
  await retryConflicts(() => createLeaseTable(db))
  await acquire(db, holder, options.leaseMs, options.log)
  const done = new AbortController()
  const beating = beat(renew, options.leaseMs / 5, done.signal)
  const release = () => retryConflicts(() => db(TABLE).where(mine).update({ holder: null }))
  try {
    await work({ renew })
  } finally {
    done.abort()
    await beating
    // The work's own failure is thrown, not that of giving the lease back: it ends by itself.
    await release().catch((err: unknown) => options.log.warn({ err }, 'migration lease not given back'))
  }
}
