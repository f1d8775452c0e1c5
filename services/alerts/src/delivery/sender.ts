import { type Alert, HOUR_MS } from '@mms/contracts'
import { type Job, UnreachableError } from '@mms/service-kit'
import { type AttemptOptions, type Attempts, createAttempts } from './attempts.ts'
import { PartlyRefusedError } from './mail-client.ts'
import { topicWithoutState } from './queue.ts'
import type { Channel, Delivery } from './store.ts'
import { type Digest, digestMail, type Mail, urgentMail } from './words.ts'

type CallWebhook = (delivery: Delivery, at: Date, signal: AbortSignal) => Promise<void>

/** One message for all deliveries of an alert: the latest event, with the earlier unsent ones. */
function messageOf(deliveries: Delivery[]): Delivery | undefined {
  const newest = deliveries.at(-1)
  if (!newest || deliveries.length === 1) return newest
  const earlier = deliveries.slice(0, -1).map(({ payload }) => payload)
  return { ...newest, payload: { ...(newest.payload as object), earlier } }
}

const byId = (one: Delivery, other: Delivery) => (one.id < other.id ? -1 : 1)

/** Makes one call per alert. If the receiver cannot be reached, the remaining deliveries wait and no attempt is counted. */
async function callWebhooks(attempts: Attempts, call: CallWebhook, now: () => Date, signal: AbortSignal) {
  const due = await attempts.listDue('webhook')
  for (const group of Map.groupBy(due, ({ id, topic }) => (topic ? topicWithoutState(topic) : id)).values()) {
    signal.throwIfAborted()
    const claimed: Delivery[] = []
    for (const delivery of group.sort(byId)) if (await attempts.claim(delivery)) claimed.push(delivery)
    const message = messageOf(claimed)
    if (!message) continue
    const failure = await attempts.attempt(claimed, () => call(message, now(), signal), signal)
    if (failure instanceof UnreachableError) return
  }
}

/** Skips the recipients in `alreadySent`. Rejects on abort. */
type SendMail = (mail: Mail, alreadySent: readonly string[], signal: AbortSignal) => Promise<void>

interface MailPayload {
  urgent?: Alert
  digest?: Digest
  had?: string[]
}

const payloadOf = ({ payload }: Delivery) => payload as MailPayload
const hadOf = (delivery: Delivery) => payloadOf(delivery).had ?? []

function mailsOf(deliveries: Delivery[], origin: string | undefined) {
  const urgent = deliveries.filter((delivery) => payloadOf(delivery).urgent)
  const together = Object.values(Object.groupBy(urgent, (delivery) => hadOf(delivery).join(' ')))
  const digests = deliveries.filter((delivery) => payloadOf(delivery).digest)
  return [
    ...together.flatMap((group = []) => {
      const alerts = group.map((each) => payloadOf(each).urgent as Alert)
      return { deliveries: group, had: group.flatMap(hadOf), mail: urgentMail(alerts, origin) }
    }),
    ...digests.map((delivery) => ({
      deliveries: [delivery],
      had: hadOf(delivery),
      mail: digestMail(payloadOf(delivery).digest as Digest, origin),
    })),
  ]
}

function withHad(error: Error, delivery: Delivery): Delivery {
  if (!(error instanceof PartlyRefusedError)) return delivery
  return { ...delivery, payload: { ...payloadOf(delivery), had: [...hadOf(delivery), ...error.accepted] } }
}

/** On abort, deliveries that were not sent are released. */
async function sendMails(
  attempts: Attempts,
  send: SendMail,
  origin: string | undefined,
  signal: AbortSignal,
) {
  const claimed: Delivery[] = []
  for (const delivery of await attempts.listDue('email')) {
    if (await attempts.claim(delivery)) claimed.push(delivery)
  }
  for (const { deliveries, had, mail } of mailsOf(claimed, origin)) {
    await attempts.attempt(deliveries, () => send(mail, had, signal), signal, withHad)
  }
}

interface SenderOptions extends AttemptOptions {
  sendMail?: SendMail | undefined
  callWebhook?: CallWebhook | undefined
  origin?: string | undefined
}

const LOOK_EVERY_MS = 10_000
const PRUNE_EVERY_MS = HOUR_MS

/** Each channel has a job of its own, so that a hanging one does not block the others. */
export function createSender({ sendMail, callWebhook, origin, ...options }: SenderOptions) {
  const attempts = createAttempts(options)
  const woken = new Map<string, EventTarget>()

  function jobOf(channel: Channel, run: (signal: AbortSignal) => Promise<void>): Job {
    const target = new EventTarget()
    woken.set(channel, target)
    return { name: `alert-${channel}`, everyMs: LOOK_EVERY_MS, run, woken: target }
  }

  // Prunes even if all channels are off.
  const jobs: Job[] = [{ name: 'alert-delivery-pruning', everyMs: PRUNE_EVERY_MS, run: attempts.prune }]
  if (callWebhook)
    jobs.unshift(jobOf('webhook', (signal) => callWebhooks(attempts, callWebhook, options.now, signal)))
  if (sendMail) jobs.unshift(jobOf('email', (signal) => sendMails(attempts, sendMail, origin, signal)))

  const wake = (channel: string) => void woken.get(channel)?.dispatchEvent(new Event('wake'))
  return { jobs, wake }
}
