import type { Alert } from '@mms/contracts'
import type { Job, Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createDeliveryStore, type Delivery } from './store.ts'
import { type Digest, digestMail, type Mail, urgentMail } from './words.ts'

export interface SenderOptions {
  db: Knex
  log: Logger
  /** Absent where mails are off. */
  sendMail?: ((mail: Mail) => Promise<void>) | undefined
  /** Absent where there is no webhook. */
  callWebhook?: ((delivery: Delivery, at: Date, signal: AbortSignal) => Promise<void>) | undefined
  /** Of the browser, for links. */
  origin?: string | undefined
  now: () => Date
  /** How long, in ms, to wait after each failed attempt; one more failure, and it is given up. */
  backoffMs?: readonly number[]
}

const MINUTE = 60_000
/** Most of a day: a night without the other side costs nothing. */
const BACKOFF_MS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]
/** Whoever sends is through by then, or dead. */
const LEASE_MS = 2 * MINUTE
const MOST = 100
const LOOK_EVERY_MS = 10_000
const KEEP_MS = 30 * 86_400_000

interface MailPayload {
  urgent?: Alert
  digest?: Digest
}

/** The mails that some deliveries make: all that are urgent in one, each digest in its own. */
function mailsOf(deliveries: Delivery[], origin: string | undefined) {
  const payloadOf = ({ payload }: Delivery) => payload as MailPayload
  const urgent = deliveries.filter((delivery) => payloadOf(delivery).urgent)
  const digests = deliveries.filter((delivery) => payloadOf(delivery).digest)
  return [
    ...(urgent.length > 0
      ? [
          {
            deliveries: urgent,
            mail: urgentMail(
              urgent.map((each) => payloadOf(each).urgent as Alert),
              origin,
            ),
          },
        ]
      : []),
    ...digests.map((delivery) => ({
      ...{ deliveries: [delivery], mail: digestMail(payloadOf(delivery).digest as Digest, origin) },
    })),
  ]
}

/** Sends what is due, in whichever replica claims it: again and later after a failure, until it is given up. */
export function createSender(options: SenderOptions) {
  const { db, log, sendMail, callWebhook, origin, now, backoffMs = BACKOFF_MS } = options
  const store = createDeliveryStore(db)

  async function attempt(deliveries: Delivery[], send: () => Promise<void>): Promise<void> {
    try {
      await send()
      for (const { id } of deliveries) await store.delivered(id)
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ err: error, deliveries: deliveries.map(({ id }) => id) }, 'alert not delivered')
      for (const { id, attempts } of deliveries) {
        const wait = backoffMs[attempts]
        await store.failed(id, reason, wait === undefined ? null : new Date(now().getTime() + wait))
      }
    }
  }

  const claim = (delivery: Delivery) => store.claim(delivery, new Date(now().getTime() + LEASE_MS))

  async function sendMails(send: NonNullable<typeof sendMail>): Promise<void> {
    const claimed: Delivery[] = []
    for (const delivery of await store.listDue('email', now(), MOST)) {
      if (await claim(delivery)) claimed.push(delivery)
    }
    for (const each of mailsOf(claimed, origin)) await attempt(each.deliveries, () => send(each.mail))
  }

  /** Each is claimed when its turn comes: a hundred that time out take longer than a claim lasts. */
  async function callWebhooks(call: NonNullable<typeof callWebhook>, signal: AbortSignal): Promise<void> {
    for (const delivery of await store.listDue('webhook', now(), MOST)) {
      signal.throwIfAborted()
      if (await claim(delivery)) await attempt([delivery], () => call(delivery, now(), signal))
    }
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    if (sendMail) await sendMails(sendMail)
    if (callWebhook) await callWebhooks(callWebhook, signal)
    await store.forgetDelivered(new Date(now().getTime() - KEEP_MS))
  }

  const woken = new EventTarget()
  const job: Job = { name: 'alert-delivery', everyMs: LOOK_EVERY_MS, run: sendDue, woken }
  return { job, sendDue, wake: () => void woken.dispatchEvent(new Event('wake')) }
}
