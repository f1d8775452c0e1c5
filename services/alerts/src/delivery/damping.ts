import { alertSeverities } from '@mms/contracts'
import type { NewDelivery, TopicStore } from './store.ts'

/** Minimum time between messages about one state of an alert. */
export const DAMPING_MS = 15 * 60_000

/** States of an alert: resolved, or open with a severity. */
const STATES = ['resolved', ...alertSeverities]
type State = 'resolved' | (typeof alertSeverities)[number]

export interface DeliveryTopic {
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
export async function dampDeliveries(
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
