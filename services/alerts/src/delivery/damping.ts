import { alertSeverities } from '@mms/contracts'
import type { NewDelivery } from './store.ts'
import type { TopicStore } from './topic-store.ts'

/** So far apart are messages of one state of an alert. */
export const DAMPING_MS = 15 * 60_000

/** What has happened to an alert: its severity while it is open, or its end. */
const STATES = ['resolved', ...alertSeverities]
type State = 'resolved' | (typeof alertSeverities)[number]

export interface About {
  channel: string
  medicineId: string
  cause: string
  state: State
}

const topicOf = ({ channel, medicineId, cause, state }: About) => `${channel} ${medicineId} ${cause} ${state}`
const siblingsOf = (about: About) => STATES.map((state) => topicOf({ ...about, state: state as State }))

/** What a topic has in common with those of the other states of the alert. */
export const alertOf = (topic: string): string => topic.slice(0, topic.lastIndexOf(' '))

/**
 * Says when each delivery is due. The first of a state goes out at once, and with it what waits of that alert; the next
 * of a state that went out within the last quarter of an hour wait for the end of that time, and go out as one.
 */
export async function damp(
  store: TopicStore,
  made: { about: About; delivery: NewDelivery }[],
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
