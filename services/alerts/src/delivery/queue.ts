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
  wake: (channel: Channel) => void
}

const hasNewSeverity = ({ before, after }: AlertChange) => before?.severity !== after.severity

/** An alert that is new, or has got another severity. */
const isNews = (change: AlertChange): boolean =>
  change.event === 'opened' || (change.event === 'renewed' && hasNewSeverity(change))

/** What goes out at once: by mail what is new or has become high, to webhooks what is new or resolved. */
function deliveriesOf(change: AlertChange, alert: Alert, { email, webhook }: Switches): NewDelivery[] {
  const { message: subject } = alert
  const deliveries: NewDelivery[] = []
  if (email && isNews(change) && change.after.severity === 'high')
    deliveries.push({ id: v7(), channel: 'email', subject, payload: { urgent: alert } })
  if (webhook && (isNews(change) || change.event === 'resolved')) {
    // The event, as the feed carries it.
    const payload = { type: alertEvents[change.event], data: alert }
    deliveries.push({ id: v7(), channel: 'webhook', subject, payload })
  }
  return deliveries
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
