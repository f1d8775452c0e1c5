import { alertEvents, storeDate } from '@mms/contracts'
import { createFeedReader, type FeedReader, type FeedSnapshot, snapshotPages } from '@mms/service-kit'
import { z } from 'zod'
import { type AlertDay, alertKeys, alertSums, createAlertDayStore } from './alert-store.ts'
import { readTail, type ToldEvent } from './feed-tail.ts'
import { createIdSet } from './id-set.ts'
import { type FollowerOptions, feedOf } from './inventory-follower.ts'
import { tally } from './tally.ts'

/** What this service uses of an alert. */
const knownAlertSchema = z.object({ _id: z.uuid(), type: z.string(), createdAt: z.iso.datetime() })
type KnownAlert = z.output<typeof knownAlertSchema>

const TYPE_LENGTH = 40
const source = { path: '/internal/alerts', rows: 'alerts', schema: knownAlertSchema }

const openedIn = (events: ToldEvent[]): KnownAlert[] =>
  events.filter(({ type }) => type === alertEvents.opened).map(({ data }) => knownAlertSchema.parse(data))

function daysOf(alerts: KnownAlert[], timeZone: string): AlertDay[] {
  const rows = alerts.map(({ type, createdAt }) => ({
    ...{ day: storeDate(timeZone, new Date(createdAt)), type: type.slice(0, TYPE_LENGTH), raised: 1 },
  }))
  return tally(rows, alertKeys, alertSums)
}

/** Counts the alerts raised on each store day by following the feed of alerts. */
export function createAlertsFollower({ client, timeZone, ...rest }: FollowerOptions): FeedReader {
  /** All alerts, each once: what was opened while the pages were read may be in them and in the feed after their head. */
  async function readAll(signal: AbortSignal): Promise<FeedSnapshot<AlertDay[]>> {
    let days: AlertDay[] = []
    const held = createIdSet()
    const count = (alerts: KnownAlert[]) => {
      days = tally([...days, ...daysOf(alerts, timeZone)], alertKeys, alertSums)
      for (const { _id } of alerts) held.add(_id)
    }
    let head = ''
    for await (const page of snapshotPages(client, source, signal)) {
      count(page.rows)
      head = page.lastEventId
    }
    const lastEventId = await readTail(client, head, signal, (told) => {
      const opened = openedIn(told)
      const missing = new Set(held.missing(opened.map(({ _id }) => _id)))
      count(opened.filter(({ _id }) => missing.has(_id)))
    })
    return { lastEventId, state: days }
  }
  return createFeedReader<AlertDay[]>({
    ...rest,
    ...feedOf(client),
    name: 'alerts',
    apply: (events, trx) => createAlertDayStore(trx).add(daysOf(openedIn(events), timeZone)),
    snapshot: readAll,
    rebuild: (days, trx) => createAlertDayStore(trx).replaceAll(days),
  })
}
