import { type Alert, DAY_MS, HOUR_MS } from '@mms/contracts'
import { type Job, type Logger, UnreachableError } from '@mms/service-kit'
import type { Knex } from 'knex'
import { PartlyRefusedError } from './mail-client.ts'
import { DAMPING_MS, topicWithoutState } from './queue.ts'
import { type Channel, createDeliveryStore, type Delivery } from './store.ts'
import { type Digest, digestMail, type Mail, urgentMail } from './words.ts'

export interface AttemptOptions {
  db: Knex
  log: Logger
  now: () => Date
  backoffMs?: readonly number[]
}

const MINUTE = 60_000
/** Most of a day in total, so that a receiver that is down for a night loses nothing. */
const BACKOFF_MS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]
/** After this time the sending replica has finished or died. */
const LEASE_MS = 2 * MINUTE
const MAX_DUE = 500
const KEEP_MS = 30 * DAY_MS

function createAttempts({ db, log, now, backoffMs = BACKOFF_MS }: AttemptOptions) {
  const store = createDeliveryStore(db)
  /** Longest wait by number of attempts, never shorter than the lease. */
  const waits = [DAMPING_MS, ...backoffMs].map((ms) => Math.max(ms, LEASE_MS))

  async function noteFailure(deliveries: Delivery[], error: Error): Promise<void> {
    log.warn({ err: error, deliveries: deliveries.map(({ id }) => id) }, 'alert not delivered')
    for (const delivery of deliveries) {
      const wait = backoffMs[delivery.attempts]
      const next = wait === undefined ? null : new Date(now().getTime() + wait)
      await store.failed(delivery, error.message, next)
    }
  }

  return {
    listDue: (channel: Channel) => store.listDue(channel, now(), MAX_DUE, waits),
    claim: (delivery: Delivery) => store.claim(delivery, new Date(now().getTime() + LEASE_MS)),
    /**
     * Sends claimed deliveries. Returns the error of a failure. An abort by `signal` does not count as an attempt.
     * `changedBy` adds data for the next attempt.
     */
    async attempt(
      deliveries: Delivery[],
      send: () => Promise<void>,
      signal: AbortSignal,
      changedBy: (error: Error, delivery: Delivery) => Delivery = (_, delivery) => delivery,
    ): Promise<Error | undefined> {
      try {
        signal.throwIfAborted()
        await send()
        for (const { id } of deliveries) await store.delivered(id)
        return undefined
      } catch (thrown) {
        const error = thrown as Error
        const changed = deliveries.map((delivery) => changedBy(error, delivery))
        if (!signal.aborted) await noteFailure(changed, error)
        else for (const delivery of changed) await store.release(delivery, now())
        return error
      }
    },
    prune: () => store.prune(new Date(now().getTime() - KEEP_MS)),
  }
}
type Attempts = ReturnType<typeof createAttempts>

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
