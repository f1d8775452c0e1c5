import { inTransaction, leasedJob } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type ComparisonOptions, compare } from './comparison.ts'
import { createFindingStore } from './finding-store.ts'
import { nextNight } from './night.ts'
import { createResultStore } from './result-store.ts'
import type { Report } from './rules.ts'

export interface ReconcilerOptions extends ComparisonOptions {
  timeZone: string
  /** After this silence another process takes over. */
  leaseMs: number
}

const HOUR_MS = 3_600_000
/** A missed night plus two hours to catch up. */
const ALARM_MS = 26 * HOUR_MS

export function createReconciler(options: ReconcilerOptions) {
  const { db, timeZone, leaseMs, log } = options
  const nextRun = () => nextNight(new Date(), timeZone)
  const untilNextRun = () => nextRun().getTime() - Date.now()

  return leasedJob<Report>({
    db,
    log,
    leaseMs,
    name: 'reconciliation',
    alarmMs: ALARM_MS,
    firstMs: untilNextRun,
    every: untilNextRun,
    async run(signal, { holder, prove }) {
      const report = await compare(options, holder, signal)
      await inTransaction(db, async (trx) => {
        await prove(trx)
        await createResultStore(trx).save(report)
      })
      await createFindingStore(db, holder).removeOthers()
      log[report.mismatches === 0 ? 'info' : 'error'](report, 'reconciled')
      return report
    },
  })
}
export type Reconciler = ReturnType<typeof createReconciler>

export const prepareReconciliation = (db: Knex) => createResultStore(db).prepare(new Date())
