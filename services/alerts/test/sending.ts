import type { AlertDelivery } from '@mms/contracts'
import type { OpenServiceOptions, TestDatabase } from '@mms/service-kit/test-support'
import { startMailServer, startReceiver } from './receivers.ts'
import { NOON, openStore } from './support.ts'

export const SECRET = 'whsec_dGhlIHNlY3JldCBvZiB0aGVzZSB0ZXN0cw=='
export const OWNER = 'owner@pharmacy.test'
export const NIGHT = 'night@pharmacy.test'
/** Time `ms` after noon. */
export const later = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString()
export const never = new AbortController().signal

/** Opens a store that mails two people and calls a webhook, with running receivers. */
export async function openSendingStore(
  database: Pick<TestDatabase, 'open'>,
  { env = {}, ...options }: OpenServiceOptions = {},
) {
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
    /** Runs the job of each channel once. */
    async sendDue() {
      for (const job of store.service.sender.jobs) await job.run(never)
    },
    /** Lists deliveries as an administrator sees them, newest first. */
    deliveries: async (query = '') =>
      (await store.client.get<AlertDelivery[]>(`/api/alerts/deliveries${query}`, { token: store.admin }))
        .body,
    async close() {
      await store.close()
      await receiver.close()
      await mailServer.close()
    },
  }
}
export type SendingStore = Awaited<ReturnType<typeof openSendingStore>>
