import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LeaseLostError, leaseEnd, whileHeld } from '@mms/service-kit'
import { type ComparisonOptions, compare } from './comparison.ts'
import { createFindingStore } from './finding-store.ts'
import { nextNight } from './night.ts'
import type { Report } from './rules.ts'
import { createRunStore } from './run-store.ts'

export interface ReconcilerOptions extends ComparisonOptions {
  timeZone: string
  /** How long a process that reconciles may be silent before another takes over. */
  leaseMs: number
}

/** After a run that failed, because inventory was away or a database was. */
const RETRY_MS = 5 * 60_000
const WAIT_MS = 1_000

/** Reconciles in one process at a time: whoever claims the row of the runs, and beats while it is at work. */
export function createReconciler(options: ReconcilerOptions) {
  const { db, timeZone, leaseMs, log } = options
  const runs = createRunStore(db)
  const nextRun = () => nextNight(new Date(), timeZone)
  const prepare = () => runs.prepare(new Date(), nextRun())

  async function finish(run: string, report: Report): Promise<Report> {
    if (!(await runs.finish(run, report, nextRun()))) throw new LeaseLostError('The run is another process’s')
    await createFindingStore(db, run).removeOthers()
    log[report.mismatches === 0 ? 'info' : 'error'](report, 'reconciled')
    return report
  }

  /** Carries a claimed run out; when it cannot be finished, the next one is due at `retryAt`, or at once. */
  async function carryOut(holder: string, signal: AbortSignal, retryAt: () => Date): Promise<Report> {
    try {
      const renew = (until: Date) => runs.renew(holder, until)
      const held = { work: 'reconciliation', renew, leaseMs, log, signal }
      return await finish(holder, await whileHeld(held, (ours) => compare(options, holder, ours)))
    } catch (error) {
      // Whoever stops leaves the run to the next replica.
      const released = runs.release(holder, signal.aborted ? new Date() : retryAt())
      await released.catch((err: unknown) =>
        log.warn({ err }, 'reconciliation not given back; its lease ends'),
      )
      throw error
    }
  }

  return {
    /** Reconciles when the night's run is due and no other process is at it. */
    async runIfDue(signal: AbortSignal): Promise<Report | undefined> {
      await prepare()
      const holder = randomUUID()
      if (!(await runs.claimDue(holder, new Date(), leaseEnd(leaseMs)))) return undefined
      return carryOut(holder, signal, () => new Date(Date.now() + RETRY_MS))
    },
    /** Reconciles now, after a run that is under way elsewhere; `waiting` is told of one. */
    async runNow(signal: AbortSignal, waiting: () => void = () => {}): Promise<Report> {
      await prepare()
      const holder = randomUUID()
      const dueBefore = await runs.nextRunAt()
      for (let tries = 0; !(await runs.claimFree(holder, new Date(), leaseEnd(leaseMs))); tries += 1) {
        if (tries === 0) waiting()
        await delay(WAIT_MS, undefined, { signal })
      }
      return carryOut(holder, signal, () => dueBefore)
    },
  }
}
export type Reconciler = ReturnType<typeof createReconciler>
