import { type Alert, alertEvents } from '@mms/contracts'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { toAlert } from '../alerts/row.ts'
import type { AlertChange, OnChanged } from '../alerts/writer.ts'
import { type DeliveryTopic, dampDeliveries } from './damping.ts'
import { type Channel, createDeliveryStore, createTopicStore, type NewDelivery } from './store.ts'

export interface EnabledChannels {
  email: boolean
  webhook: boolean
}

export interface QueueOptions extends EnabledChannels {
  now: () => Date
  wake: (channel: Channel) => void
}

const hasNewSeverity = ({ before, after }: AlertChange) => before?.severity !== after.severity

const isNews = (change: AlertChange): boolean =>
  change.event === 'opened' || (change.event === 'renewed' && hasNewSeverity(change))

/** Mails report new and high alerts, webhooks report new and resolved ones. */
function deliveriesOf(change: AlertChange, alert: Alert, { email, webhook }: EnabledChannels) {
  const { event, after } = change
  const made: { about: DeliveryTopic; delivery: NewDelivery }[] = []
  const add = (channel: Channel, payload: unknown) => {
    const about = { ...after, channel, state: event === 'resolved' ? event : after.severity }
    made.push({ about, delivery: { id: v7(), channel, subject: alert.message, payload } })
  }
  if (email && isNews(change) && after.severity === 'high') add('email', { urgent: alert })
  if (webhook && (isNews(change) || event === 'resolved'))
    add('webhook', { type: alertEvents[event], data: alert })
  return made
}

/** Call it in the transaction of the alerts, so that none is lost and none is sent after a rollback. */
export function createDeliveryQueue(options: QueueOptions): OnChanged {
  return async function queue(changes: AlertChange[], names: Map<string, string>, trx: Knex.Transaction) {
    const made = changes.flatMap((change) =>
      deliveriesOf(change, toAlert(change.after, names.get(change.after.medicineId)), options),
    )
    if (made.length === 0) return
    const now = options.now()
    const deliveries = await dampDeliveries(createTopicStore(trx), made, now)
    await createDeliveryStore(trx).insert(deliveries, now)
    const channels = new Set(deliveries.map(({ channel }) => channel))
    const wakeAll = () => {
      for (const channel of channels) options.wake(channel)
    }
    void trx.executionPromise.then(wakeAll, () => {})
  }
}
