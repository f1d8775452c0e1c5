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
    list(query: AlertListQuery, limit: number): Promise<{ alerts: Alert[] }>
  }
  clock: { timeZone: string; now(): Date }
  hour: number
  wake: () => void
}

const NAMED = 50
const LOOK_EVERY_MS = 60_000

/** Reads the hour from the store's clock. Counting hours since midnight is wrong on days with a time change. */
function createHourOf(timeZone: string): (at: Date) => number {
  const options = { hour: 'numeric', hourCycle: 'h23', numberingSystem: 'latn', timeZone } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  return (at) => Number(format.format(at))
}

/** Not a leased job: the unique key of the mail already limits it to one replica. */
export function createDigest({ db, alerts, clock, hour, wake }: DigestOptions) {
  const store = createDeliveryStore(db)
  const hourOf = createHourOf(clock.timeZone)

  async function findWorst(): Promise<Digest['worst']> {
    const worst: Alert[] = []
    for (const severity of alertSeverities) {
      for (const status of ['new', 'read'] as const) {
        const limit = NAMED - worst.length
        if (limit > 0) worst.push(...(await alerts.list({ severity, status }, limit)).alerts)
      }
    }
    return worst.map(({ severity, message }) => ({ severity, message }))
  }

  async function makeIfDue(): Promise<void> {
    // One instant for hour and date, because the day may change in between.
    const now = clock.now()
    const date = storeDate(clock.timeZone, now)
    const onceKey = `digest ${date}`
    if (hourOf(now) < hour || (await store.hasOnce(onceKey))) return
    const summary = await alerts.summarize()
    const digest: Digest = { date, summary, worst: await findWorst() }
    const subject = digestSubject(digest)
    const delivery = { id: v7(), channel: 'email' as const, subject, payload: { digest }, onceKey }
    await store.insert([delivery], clock.now()).catch((error: unknown) => {
      // Another replica has made the mail.
      if (!isUniqueViolation(error)) throw error
    })
    wake()
  }
  const job: Job = { name: 'alert-digest', everyMs: LOOK_EVERY_MS, run: makeIfDue }
  return { job, makeIfDue }
}
