import type { Alert } from '@mms/contracts'
import type { Attempts } from './attempts.ts'
import { PartlyRefusedError } from './mail-client.ts'
import type { Delivery } from './store.ts'
import { type Digest, digestMail, type Mail, urgentMail } from './words.ts'

/** Sends a mail to all its addresses but those who had it; rejects when `signal` ends it first. */
export type SendMail = (mail: Mail, had: readonly string[], signal: AbortSignal) => Promise<void>

interface MailPayload {
  urgent?: Alert
  digest?: Digest
  /** Who had the mail of an earlier attempt, which was refused for others. */
  had?: string[]
}

const payloadOf = ({ payload }: Delivery) => payload as MailPayload
const hadOf = (delivery: Delivery) => payloadOf(delivery).had ?? []

/** The mails that some deliveries make: all that are urgent in one, each digest in its own. */
function mailsOf(deliveries: Delivery[], origin: string | undefined) {
  const urgent = deliveries.filter((delivery) => payloadOf(delivery).urgent)
  // Who had the mail of one of them still waits for the others.
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

/** A delivery with those to whom an attempt brought it, though it failed. */
function withHad(error: Error, delivery: Delivery): Delivery {
  if (!(error instanceof PartlyRefusedError)) return delivery
  return { ...delivery, payload: { ...payloadOf(delivery), had: [...hadOf(delivery), ...error.accepted] } }
}

/** Sends the mails that are due. What the end of the process keeps from being sent is given back. */
export async function sendMails(
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
