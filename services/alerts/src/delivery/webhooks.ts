import { UnreachableError } from '@mms/service-kit'
import type { Attempts } from './attempts.ts'
import { alertOf } from './damping.ts'
import type { Delivery } from './store.ts'

export type CallWebhook = (delivery: Delivery, at: Date, signal: AbortSignal) => Promise<void>

/** The latest event of an alert, with earlier unsent ones. */
function messageOf(deliveries: Delivery[]): Delivery | undefined {
  const newest = deliveries.at(-1)
  if (!newest || deliveries.length === 1) return newest
  const earlier = deliveries.slice(0, -1).map(({ payload }) => payload)
  return { ...newest, payload: { ...(newest.payload as object), earlier } }
}

const byId = (one: Delivery, other: Delivery) => (one.id < other.id ? -1 : 1)

/** One call per alert, claimed in turn. Without an answer the others wait, without a counted attempt. */
export async function callWebhooks(
  attempts: Attempts,
  call: CallWebhook,
  now: () => Date,
  signal: AbortSignal,
) {
  const due = await attempts.listDue('webhook')
  for (const group of Map.groupBy(due, ({ id, topic }) => (topic ? alertOf(topic) : id)).values()) {
    signal.throwIfAborted()
    const claimed: Delivery[] = []
    for (const delivery of group.sort(byId)) if (await attempts.claim(delivery)) claimed.push(delivery)
    const message = messageOf(claimed)
    if (!message) continue
    const failure = await attempts.attempt(claimed, () => call(message, now(), signal), signal)
    if (failure instanceof UnreachableError) return
  }
}
