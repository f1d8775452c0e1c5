import { addDays, HOUR_MS, startOfStoreDay, storeDate } from '@mms/contracts'
import { inTransaction, leasedJob } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createBillSettlement } from '../bills/settlement.ts'
import type { SalesOptions } from '../options.ts'
import { createAttempt, createSettlement, createSweeper } from '../outcomes/settlement.ts'
import { type ComparisonOptions, compareLedgers, type ReconciliationReport } from './comparison.ts'
import { createFindingStore, createResultStore } from './store.ts'

/** Hour of the store's day at which the counter is closed. */
const HOUR_OF_NIGHT = 3

export function nextNight(now: Date, timeZone: string): Date {
  const today = storeDate(timeZone, now)
  const nights = [today, addDays(today, 1)].map(
    (date) => new Date(startOfStoreDay(date, timeZone).getTime() + HOUR_OF_NIGHT * HOUR_MS),
  )
  return nights.find((night) => night > now) as Date
}

interface ReconcilerOptions extends ComparisonOptions, Pick<SalesOptions, 'timeZone' | 'leaseMs'> {}

/** Alarm after a missed night, with two hours to catch up. */
const ALARM_MS = 26 * HOUR_MS

export function createReconciler(options: ReconcilerOptions) {
  const { db, timeZone, leaseMs, log } = options
  const untilNextRun = () => nextNight(new Date(), timeZone).getTime() - Date.now()

  return leasedJob<ReconciliationReport>({
    db,
    log,
    leaseMs,
    name: 'reconciliation',
    alarmMs: ALARM_MS,
    firstMs: untilNextRun,
    every: untilNextRun,
    async run(signal, { holder, prove }) {
      const report = await compareLedgers(options, holder, signal)
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
export const prepareReconciliation = (db: Knex) => createResultStore(db).prepare(new Date())

type OutcomeOptions = Omit<SalesOptions, 'metrics' | 'client' | 'readApproval' | 'sweepIntervalMs'>

/** Creates the parts that settle pending transactions, for the service and for a manual reconciliation. */
export function createOutcomes({ reconcileLeaseMs, ...options }: OutcomeOptions) {
  const settlement = createSettlement(options)
  const bills = createBillSettlement(options)
  const attempt = createAttempt({ ...options, settlement })
  const sweeper = createSweeper({ ...options, attempt })
  const replayPending = async () => (await sweeper.sweepAll()) + (await bills.sweep())
  const reconciler = createReconciler({ ...options, replayPending, leaseMs: reconcileLeaseMs })
  return { settlement, bills, attempt, sweeper, reconciler }
}
