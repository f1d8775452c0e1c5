import type { AlertDelivery } from '@mms/contracts'
import type { OpenServiceOptions, TestDatabase } from '@mms/service-kit/test-support'
import { startMailServer, startReceiver } from './receivers.ts'
import { NOON, openStore, type Store } from './support.ts'

export const SECRET = 'whsec_dGhlIHNlY3JldCBvZiB0aGVzZSB0ZXN0cw=='
export const OWNER = 'owner@pharmacy.test'
export const NIGHT = 'night@pharmacy.test'
/** Time `ms` after noon. */
export const later = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString()
export const never = new AbortController().signal

export interface SendingStore extends Store {
  receiver: Awaited<ReturnType<typeof startReceiver>>
  mailServer: Awaited<ReturnType<typeof startMailServer>>
  /** Runs the job of each channel once. */
  sendDue(): Promise<void>
  /** Lists deliveries as an administrator sees them, newest first. */
  deliveries(query?: string): Promise<AlertDelivery[]>
}

/** Opens a store that mails two people and calls a webhook, with running receivers. */
export async function openSendingStore(
  database: Pick<TestDatabase, 'open'>,
  { env = {}, ...options }: OpenServiceOptions = {},
): Promise<SendingStore> {
  const [receiver, mailServer] = await Promise.all([startReceiver(), startMailServer()])
  const settings = {
    ...{ ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_SECRET: SECRET, SMTP_URL: mailServer.url },
    ...{ ALERT_MAIL_TO: `${OWNER}, ${NIGHT}`, ALERT_MAIL_FROM: 'alerts@pharmacy.test' },
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1',
    ...{ ALERT_DIGEST_HOUR: '18', PUBLIC_ORIGIN: 'https://pharmacy.test' },
  }
  const store = await openStore(database, { ...options, env: { ...settings, ...env } })
  return {
    ...{ ...store, receiver, mailServer },
    async sendDue() {
      for (const job of store.service.sender.jobs) await job.run(never)
    },
    deliveries: async (query = '') =>
      (await store.client.get<AlertDelivery[]>(`/api/alerts/deliveries${query}`, { token: store.admin }))
        .body,
    async close() {
      await store.close()
      receiver.close()
      await mailServer.close()
    },
  }
}
