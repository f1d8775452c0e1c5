import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type Job, type Rest, rest } from '../jobs.ts'
import { LeaseLostError } from '../lease-lost.ts'
import { whileHeld } from './held.ts'
import { createLeaseStore } from './store.ts'

/** Work that is this process's, until it loses it. */
export interface Lease {
  holder: string
  /** Throws a `LeaseLostError` unless the work is still this process's; in a transaction that writes for it. */
  prove(trx: Knex.Transaction): Promise<void>
}

export interface LeasedJobOptions<T> {
  db: Knex
  log: Logger
  /** Names its row, and itself in the log and in metrics: `reconciliation`. */
  name: string
  /** In how many ms it is due again once it has finished with a result. */
  every: (result: T) => number
  /** In how many ms it is first due, in a database that does not know it; at once by default. */
  firstMs?: () => number
  /** In how many ms it is due again once it has failed. */
  retryMs?: number
  /** How long, in ms, a holder may be silent before another replica takes over. */
  leaseMs?: number
  /** How often, in ms, a replica looks whether it is due. */
  lookMs?: number
  /** So long after it last finished a person must look, in ms; it is never due further ahead. */
  alarmMs: number
  /** The work. It ends soon once `signal` aborts: the process stops, or another replica took over. */
  run: (signal: AbortSignal, lease: Lease) => Promise<T>
}

const MINUTE_MS = 60_000
const WAIT_MS = 1_000

/**
 * Work that one replica of a service does at a time: the lease holder, which has claimed its row of `leases` and renews it.
 * What was missed, because no replica was up or the holder was killed, is due until it has finished. Its gauge says when it
 * last finished, in any replica.
 *
 * @example
 * const nightly = leasedJob({ db, log, name: 'reconciliation', every: () => untilTonight(), alarmMs: 26 * HOUR_MS, run: compare })
 * return { routes, jobs: [nightly.job] }
 */
export function leasedJob<T>(options: LeasedJobOptions<T>) {
  const { db, log, name, every, run, alarmMs, firstMs = () => 0 } = options
  const { retryMs = 5 * MINUTE_MS, leaseMs = MINUTE_MS, lookMs = leaseMs / 2 } = options
  const leases = createLeaseStore(db, name)
  const woken = new EventTarget()

  /** Carries claimed work out; when it cannot be finished, it is due again after `dueInMs`. */
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
      // A process that stops leaves it to the next replica.
      const released = leases.release(holder, signal.aborted ? 0 : dueInMs)
      await released.catch((err: unknown) => log.warn({ err, job: name }, 'lease not given back; it ends'))
      throw error
    }
  }

  /** Does the work where it is due and no other replica is at it; undefined where not, or where another took over. */
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
    /** Does the work now, after a holder that is at it; `waiting` is called once where there is one. */
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
    /** Due when the transaction has committed; a holder that is at it begins again, since it may have read what was before. */
    async makeDue(trx: Knex.Transaction): Promise<void> {
      await createLeaseStore(trx, name).makeDue()
      void trx.executionPromise.then(
        () => woken.dispatchEvent(new Event('wake')),
        () => {},
      )
    },
  }
}
