import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { LeaseLostError } from '../database/errors.ts'
import { type Job, type Rest, rest } from './jobs.ts'
import { createLeaseStore, whileHeld } from './lease-store.ts'

export interface Lease {
  holder: string
  /** Throws a `LeaseLostError` if ownership is lost. Call it in each transaction that writes for the work. */
  prove(trx: Knex.Transaction): Promise<void>
}

export interface LeasedJobOptions<T> {
  db: Knex
  log: Logger
  name: string
  /** Delay until the next run after a success, in ms. */
  every: (result: T) => number
  /** Delay until the first run in a new database, in ms; 0 by default. */
  firstMs?: () => number
  retryMs?: number
  /** How long a holder may be silent before another replica takes over, in ms. */
  leaseMs?: number
  /** How often a replica checks whether it is due, in ms. */
  lookMs?: number
  /** Alarm delay after the last success, in ms; also the largest valid delay. */
  alarmMs: number
  /** Ends soon after `signal` aborts: the process stops, or another replica took over. */
  run: (signal: AbortSignal, lease: Lease) => Promise<T>
}

const WAIT_MS = 1_000

/** Work that one replica does, the holder of its `leases` row. Missed runs stay due. One gauge covers all replicas. */
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
      // On shutdown the work stays due for the next replica.
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
      async run(signal): Promise<Rest | undefined> {
        if (await runIfDue(signal)) return undefined
        return rest((await leases.standing()).sinceFinishedMs)
      },
    } satisfies Job as Job,
    runIfDue,
    /** Runs the work now, after any current holder; `waiting` is called once if there is one. */
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
    /** Due once the transaction commits. A current holder loses its lease, since it may have read old data. */
    async makeDue(trx: Knex.Transaction): Promise<void> {
      await createLeaseStore(trx, name).makeDue()
      void trx.executionPromise.then(
        () => woken.dispatchEvent(new Event('wake')),
        () => {},
      )
    },
  }
}
