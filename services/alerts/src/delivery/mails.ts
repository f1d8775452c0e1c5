import type { Alert } from '@mms/contracts'
import type { Attempts } from './attempts.ts'
import { PartlyRefusedError } from './mail-client.ts'
import type { Delivery } from './store.ts'
import { type Digest, digestMail, type Mail, urgentMail } from './words.ts'

/** Skips `had`; rejects on abort. */
export type SendMail = (mail: Mail, had: readonly string[], signal: AbortSignal) => Promise<void>

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

/** Deliveries left when the process ends are released. */
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
