import { addDays, HOUR_MS, startOfStoreDay } from '@mms/contracts'
import { type Logger, leasedJob, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Generate } from './generate.ts'

export interface ScheduleOptions {
  db: Knex
  generate: Generate
  leaseMs: number
  log: Logger
  clock: StoreClock
}

const EVERY_MS = 6 * HOUR_MS
/** Delay after a failed run, or after one on outdated data. */
const AGAIN_MS = 5 * 60_000
const LOOK_EVERY_MS = 15_000
/** Leaves time for six retries. */
const ALARM_MS = EVERY_MS + 6 * AGAIN_MS

export function createSchedule({ db, generate, leaseMs, log, clock }: ScheduleOptions) {
  /** Expiry alerts change at midnight. */
  const untilTomorrow = () =>
    startOfStoreDay(addDays(clock.today(), 1), clock.timeZone).getTime() - clock.now().getTime()
  return leasedJob({
    db,
    log,
    leaseMs,
    name: 'generation',
    alarmMs: ALARM_MS,
    retryMs: AGAIN_MS,
    lookMs: Math.min(LOOK_EVERY_MS, leaseMs / 2),
    async run(signal) {
      const { complete, ...result } = await generate(signal)
      log.info(result, 'alerts generated')
      return { complete }
    },
    every: ({ complete }) => (complete ? Math.min(EVERY_MS, untilTomorrow()) : AGAIN_MS),
  })
}
