import { randomUUID } from 'node:crypto'
import { type Job, LeaseLostError, type Logger, leaseEnd, whileHeld } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Generate } from './generate.ts'
import { createRunStore } from './run-store.ts'

export interface ScheduleOptions {
  db: Knex
  generate: Generate
  /** How long a replica that generates may be silent before another takes over. */
  leaseMs: number
  log: Logger
  now: () => Date
}

/** As the screen says. */
const EVERY_MS = 6 * 3_600_000
/** After one that failed, or that had to go on with what was known. */
const AGAIN_MS = 5 * 60_000
/** How often a replica looks whether one is due. */
const LOOK_EVERY_MS = 15_000

/**
 * Generates every six hours, in one replica at a time: whoever claims the row, and beats while it is at work. One that was
 * missed, because nobody was up or its replica was killed, is due until somebody has made it.
 */
export function createSchedule({ db, generate, leaseMs, log, now }: ScheduleOptions) {
  const runs = createRunStore(db)
  const woken = new EventTarget()
  const later = (ms: number) => new Date(Date.now() + ms)

  async function carryOut(holder: string, signal: AbortSignal): Promise<void> {
    const renew = (until: Date) => runs.renew(holder, until)
    const lease = { work: 'generation of alerts', renew, leaseMs, log, signal }
    const { complete, ...result } = await whileHeld(lease, generate)
    const next = later(complete ? EVERY_MS : AGAIN_MS)
    if (!(await runs.finish(holder, now(), next))) throw new LeaseLostError('Another generation follows')
    log.info(result, 'alerts generated')
  }

  async function runIfDue(signal: AbortSignal): Promise<boolean> {
    const holder = randomUUID()
    if (!(await runs.claimDue(holder, new Date(), leaseEnd(leaseMs)))) return false
    try {
      await carryOut(holder, signal)
      return true
    } catch (error) {
      if (error instanceof LeaseLostError && !signal.aborted) {
        // Nothing failed: what it judged was told anew meanwhile, or another replica took over.
        log.info({ reason: error.message }, 'generation left to the one that follows')
        return false
      }
      // Whoever stops leaves it to the next replica.
      const released = runs.release(holder, signal.aborted ? new Date() : later(AGAIN_MS))
      await released.catch((err: unknown) => log.warn({ err }, 'generation not given back; its lease ends'))
      throw error
    }
  }
  const job: Job = {
    name: 'generation',
    everyMs: Math.min(LOOK_EVERY_MS, leaseMs / 2),
    run: runIfDue,
    woken,
  }

  return {
    job,
    runIfDue,
    prepare: () => runs.prepare(new Date()),
    /** Everything was told anew: one is due when the transaction has committed. */
    async makeDue(trx: Knex.Transaction): Promise<void> {
      await createRunStore(trx).makeDue(new Date())
      void trx.executionPromise.then(
        () => woken.dispatchEvent(new Event('wake')),
        () => {},
      )
    },
  }
}
