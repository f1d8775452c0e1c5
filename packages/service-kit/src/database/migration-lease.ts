import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { createLeaseStore, createLeaseTable, whileHeld } from '../jobs/lease-store.ts'
import { isConflict, LeaseLostError } from './errors.ts'

export interface Lease {
  renew(): Promise<void>
}

const NAME = 'migrations'
const POLL_MS = 100

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

/** Runs `work` in one process while others wait at their start. If it dies, the next takes over after `leaseMs`. */
export async function withLease(
  db: Knex,
  { leaseMs, log }: { leaseMs: number; log: Logger },
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  const leases = createLeaseStore(db, NAME)
  const holder = randomUUID()
  await retryConflicts(() => createLeaseTable(db))
  await retryConflicts(() => leases.prepare(0))
  /** In an embedded database, claiming conflicts while the holder writes. */
  const claim = () =>
    leases.claimFree(holder, leaseMs).catch((error: unknown) => {
      if (isConflict(error)) return false
      throw error
    })
  for (let tries = 0; !(await claim()); tries += 1) {
    if (tries === 0) log.info({}, 'waiting for another process that migrates')
    await delay(POLL_MS)
  }
  const renew = () => {
    // A supervisor waits longer for a process that migrates.
    cluster.worker?.send({ type: 'migrating' }, () => {})
    return retryConflicts(() => leases.renew(holder, leaseMs))
  }
  const lease: Lease = {
    async renew() {
      if (!(await renew())) throw new LeaseLostError('the migration')
    },
  }
  try {
    const signal = new AbortController().signal
    await whileHeld({ name: NAME, renew, leaseMs, log, signal }, () => work(lease))
  } finally {
    // A failure here must not hide an error of `work`. The lease expires anyway.
    const released = retryConflicts(() => leases.release(holder, 0))
    await released.catch((err: unknown) => log.warn({ err }, 'migration lease not given back'))
  }
}
