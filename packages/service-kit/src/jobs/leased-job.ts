import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { LeaseLostError } from '../database/errors.ts'
import { type IdleRound, idleRound, type Job } from './jobs.ts'
import { createLeaseStore, whileHeld } from './lease-store.ts'

export interface Lease {
  holder: string
  /** Throws a `LeaseLostError` if the lease is lost. Call it in each transaction in which the job writes. */
  prove(trx: Knex.Transaction): Promise<void>
}

export interface LeasedJobOptions<T> {
  db: Knex
  log: Logger
  name: string
  /** Delay in ms until the next run, after a success. */
  every: (result: T) => number
  /** Delay in ms until the first run in a new database. Default: 0. */
  firstMs?: () => number
  retryMs?: number
  /** How long the running replica may be silent before another takes over, in ms. */
  leaseMs?: number
  /** How often each replica checks whether the job is due, in ms. */
  lookMs?: number
  /** Time since the last success after which an alarm is due, in ms. Also the largest valid delay. */
  alarmMs: number
  /** Must end soon after `signal` aborts, because the process stops or another replica took over. */
  run: (signal: AbortSignal, lease: Lease) => Promise<T>
}

const WAIT_MS = 1_000

/** A job that only one replica runs at a time, by a row in `leases`. A missed run stays due. */
export function leasedJob<T>(options: LeasedJobOptions<T>) {
  const { db, log, name, every, run, alarmMs, firstMs = () => 0 } = options
  const { retryMs = 5 * MINUTE_MS, leaseMs = MINUTE_MS, lookMs = leaseMs / 2 } = options
  const leases = createLeaseStore(db, name)
  const woken = new EventTarget()

  async function carryOut(holder: string, signal: AbortSignal, dueInMs: number): Promise<T> {
    const prove = async (trx: Knex.Transaction) => {
      if (!(await createLeaseStore(trx, name).renew(holder, leaseMs))) throw new LeaseLostError(name)
    }
    const held = { name, renew: () => leases.renew(holder, leaseMs), leaseMs, log, signal }
    try {
      const result = await whileHeld(held, (ours) => run(ours, { holder, prove }))
      if (!(await leases.finish(holder, every(result)))) throw new LeaseLostError(name)
      return result
    } catch (error) {
      // On shutdown the job stays due, so that another replica runs it.
      const released = leases.release(holder, signal.aborted ? 0 : dueInMs)
      await released.catch((err: unknown) => log.warn({ err, job: name }, 'lease not given back; it ends'))
      throw error
    }
  }

  async function runIfDue(signal: AbortSignal): Promise<{ result: T } | undefined> {
    await leases.prepare(firstMs())
    const holder = randomUUID()
    if (!(await leases.claimDue(holder, leaseMs, alarmMs))) return undefined
    try {
      return { result: await carryOut(holder, signal, retryMs) }
    } catch (error) {
      if (!(error instanceof LeaseLostError) || signal.aborted) throw error
      log.info({ job: name, reason: error.message }, 'left to the one that follows')
      return undefined
    }
  }

  return {
    job: {
      name,
      everyMs: lookMs,
      alarmMs,
      woken,
      async run(signal): Promise<IdleRound | undefined> {
        if (await runIfDue(signal)) return undefined
        return idleRound((await leases.standing()).sinceFinishedMs)
      },
    } satisfies Job as Job,
    runIfDue,
    /** Runs the job now, or after the replica that is running it. Calls `waiting` once if it has to wait. */
    async runNow(signal: AbortSignal, waiting: () => void = () => {}): Promise<T> {
      await leases.prepare(firstMs())
      const holder = randomUUID()
      const { dueInMs } = await leases.standing()
      for (let tries = 0; !(await leases.claimFree(holder, leaseMs)); tries += 1) {
        if (tries === 0) waiting()
        await delay(WAIT_MS, undefined, { signal })
      }
      return carryOut(holder, signal, dueInMs)
    },
    /** Makes the job due at the commit. A running replica loses its lease, as it may have read old data. */
    async makeDue(trx: Knex.Transaction): Promise<void> {
      await createLeaseStore(trx, name).makeDue()
      void trx.executionPromise.then(
        () => woken.dispatchEvent(new Event('wake')),
        () => {},
      )
    },
  }
}
