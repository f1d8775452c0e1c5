import { type Alert, alertEvents, alertSeverities } from '@mms/contracts'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { toAlert } from '../alerts/row.ts'
import type { AlertChange, OnChanged } from '../alerts/writer.ts'
import {
  type Channel,
  createDeliveryStore,
  createTopicStore,
  type NewDelivery,
  type TopicStore,
} from './store.ts'

/** Minimum time between messages about one state of an alert. */
export const DAMPING_MS = 15 * 60_000

/** States of an alert: resolved, or open with a severity. */
const STATES = ['resolved', ...alertSeverities]
type State = 'resolved' | (typeof alertSeverities)[number]

interface DeliveryTopic {
  channel: string
  medicineId: string
  cause: string
  state: State
}

const topicOf = ({ channel, medicineId, cause, state }: DeliveryTopic) =>
  `${channel} ${medicineId} ${cause} ${state}`
const siblingsOf = (topic: DeliveryTopic) =>
  STATES.map((state) => topicOf({ ...topic, state: state as State }))

export const topicWithoutState = (topic: string): string => topic.slice(0, topic.lastIndexOf(' '))

/**
 * Sets when deliveries are due. The first one of a state is due at once, and so are waiting ones of the same alert.
 * Repetitions within 15 minutes wait and are sent as one message.
 */
async function dampDeliveries(
  store: TopicStore,
  made: { about: DeliveryTopic; delivery: NewDelivery }[],
  now: Date,
): Promise<NewDelivery[]> {
  const lastDue = await store.findLastDue(
    made.flatMap(({ about }) => siblingsOf(about)),
    new Date(now.getTime() - DAMPING_MS),
  )
  const hastened: string[] = []
  const damped = made.map(({ about, delivery }) => {
    const topic = topicOf(about)
    const siblings = siblingsOf(about)
    const latest = Math.max(0, ...siblings.flatMap((each) => lastDue.get(each)?.getTime() ?? []))
    const waiting = latest > now.getTime() ? latest : latest + DAMPING_MS
    const dueAt = lastDue.has(topic) ? new Date(waiting) : now
    if (dueAt === now) hastened.push(...siblings)
    lastDue.set(topic, dueAt)
    return { ...delivery, topic, dueAt }
  })
  await store.hasten(hastened, now)
  return damped
}

interface EnabledChannels {
  email: boolean
  webhook: boolean
}

interface QueueOptions extends EnabledChannels {
  now: () => Date
  wake: (channel: Channel) => void
}

const hasNewSeverity = ({ before, after }: AlertChange) => before?.severity !== after.severity

const isNews = (change: AlertChange): boolean =>
  change.event === 'opened' || (change.event === 'renewed' && hasNewSeverity(change))

/** Mails report new and high alerts, webhooks report new and resolved ones. */
function deliveriesOf(change: AlertChange, alert: Alert, { email, webhook }: EnabledChannels) {
  const { event, after } = change
  const made: { about: DeliveryTopic; delivery: NewDelivery }[] = []
  const add = (channel: Channel, payload: unknown) => {
    const about = { ...after, channel, state: event === 'resolved' ? event : after.severity }
    made.push({ about, delivery: { id: v7(), channel, subject: alert.message, payload } })
  }
  if (email && isNews(change) && after.severity === 'high') add('email', { urgent: alert })
  if (webhook && (isNews(change) || event === 'resolved'))
    add('webhook', { type: alertEvents[event], data: alert })
  return made
}

/** Call it in the transaction of the alerts, so that none is lost and none is sent after a rollback. */
export function createDeliveryQueue(options: QueueOptions): OnChanged {
  return async function queue(changes: AlertChange[], names: Map<string, string>, trx: Knex.Transaction) {
    const made = changes.flatMap((change) =>
      deliveriesOf(change, toAlert(change.after, names.get(change.after.medicineId)), options),
    )
    if (made.length === 0) return
    const now = options.now()
    const deliveries = await dampDeliveries(createTopicStore(trx), made, now)
    await createDeliveryStore(trx).insert(deliveries, now)
    const channels = new Set(deliveries.map(({ channel }) => channel))
    const wakeAll = () => {
      for (const channel of channels) options.wake(channel)
    }
    void trx.executionPromise.then(wakeAll, () => {})
  }
}
