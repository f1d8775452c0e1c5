import type { Alert, AlertListQuery, AlertSummary } from '@mms/contracts'
import { alertSeverities, storeDate } from '@mms/contracts'
import { isUniqueViolation, type Job } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createDeliveryStore } from './store.ts'
import { type Digest, digestSubject } from './words.ts'

export interface DigestOptions {
  db: Knex
  alerts: {
    summarize(): Promise<AlertSummary>
    list(query: AlertListQuery): Promise<{ alerts: Alert[] }>
  }
  clock: { timeZone: string; now(): Date }
  /** Of the store's day, as its clocks show it. */
  hour: number
  wake: () => void
}

/** So many alerts are named, the worst first. */
const NAMED = 50
const LOOK_EVERY_MS = 60_000

/** The hour that the store's clocks show. Hours since midnight are others on the days on which summer time begins or ends. */
function createHourOf(timeZone: string): (at: Date) => number {
  const options = { hour: 'numeric', hourCycle: 'h23', numberingSystem: 'latn', timeZone } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  return (at) => Number(format.format(at))
}

/** Makes the mail of the day once its hour has come. No leased job: the unique key of the mail lets one replica make it. */
export function createDigest({ db, alerts, clock, hour, wake }: DigestOptions) {
  const store = createDeliveryStore(db)
  const hourOf = createHourOf(clock.timeZone)

  async function findWorst(): Promise<Digest['worst']> {
    const worst: Alert[] = []
    for (const severity of alertSeverities) {
      for (const status of ['new', 'read'] as const) {
        const limit = NAMED - worst.length
        if (limit > 0) worst.push(...(await alerts.list({ severity, status, limit })).alerts)
      }
    }
    return worst.map(({ severity, message }) => ({ severity, message }))
  }

  async function makeIfDue(): Promise<void> {
    // Of one instant both: a moment later it may be another day.
    const now = clock.now()
    const date = storeDate(clock.timeZone, now)
    const onceKey = `digest ${date}`
    if (hourOf(now) < hour || (await store.hasOnce(onceKey))) return
    const summary = await alerts.summarize()
    const digest: Digest = { date, summary, worst: await findWorst() }
    const subject = digestSubject(digest)
    const delivery = { id: v7(), channel: 'email' as const, subject, payload: { digest }, onceKey }
    await store.insert([delivery], clock.now()).catch((error: unknown) => {
      // Another replica was first.
      if (!isUniqueViolation(error)) throw error
    })
    wake()
  }
  const job: Job = { name: 'alert-digest', everyMs: LOOK_EVERY_MS, run: makeIfDue }
  return { job, makeIfDue }
}
