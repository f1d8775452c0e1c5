import { type Alert, alertEvents } from '@mms/contracts'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { toAlert } from '../alerts/row.ts'
import type { AlertChange, OnChanged } from '../alerts/writer.ts'
import { type Channel, createDeliveryStore, type NewDelivery } from './store.ts'

/** Which ways beyond the screen are switched on. */
export interface Switches {
  email: boolean
  webhook: boolean
}

export interface QueueOptions extends Switches {
  now: () => Date
  /** Called when there is something to send by a channel. */
  wake: (channel: Channel) => void
}

/** What a webhook is told: the event, as the feed tells it. */
export interface WebhookPayload {
  type: string
  data: Alert
}

const hasNewSeverity = ({ before, after }: AlertChange) => before?.severity !== after.severity

/** Whether somebody is to be told at once: it is new, or has become so bad. */
const isUrgent = (change: AlertChange): boolean =>
  change.after.severity === 'high' &&
  change.after.status !== 'resolved' &&
  (change.event === 'opened' || change.event === 'renewed') &&
  hasNewSeverity(change)

/** Webhooks hear of what opens, gets another severity, or is resolved; not of every figure, nor of who has read what. */
const isTold = (change: AlertChange): boolean =>
  change.event === 'opened' ||
  change.event === 'resolved' ||
  (change.event === 'renewed' && hasNewSeverity(change))

function deliveriesOf(change: AlertChange, alert: Alert, { email, webhook }: Switches): NewDelivery[] {
  const { message: subject } = alert
  const payload: WebhookPayload = { type: alertEvents[change.event], data: alert }
  return [
    ...(email && isUrgent(change)
      ? [{ id: v7(), channel: 'email' as const, subject, payload: { urgent: alert } }]
      : []),
    ...(webhook && isTold(change) ? [{ id: v7(), channel: 'webhook' as const, subject, payload }] : []),
  ]
}

/** Writes down what is to be sent of changed alerts, in their transaction: nothing is lost, and nothing sent that was undone. */
export function createQueue(options: QueueOptions): OnChanged {
  return async function queue(changes: AlertChange[], names: Map<string, string>, trx: Knex.Transaction) {
    const deliveries = changes.flatMap((change) =>
      deliveriesOf(change, toAlert(change.after, names.get(change.after.medicineId)), options),
    )
    if (deliveries.length === 0) return
    await createDeliveryStore(trx).insert(deliveries, options.now())
    const channels = new Set(deliveries.map(({ channel }) => channel))
    const wakeAll = () => {
      for (const channel of channels) options.wake(channel)
    }
    void trx.executionPromise.then(wakeAll, () => {})
  }
}
