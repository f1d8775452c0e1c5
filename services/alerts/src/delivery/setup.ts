import { assertSettingCallable, createOutbound } from '@mms/service-kit'
import type { DeliverySettings } from '../config.ts'
import { createMailer } from './mail-client.ts'
import { createDeliveryQueue } from './queue.ts'
import { type AttemptOptions, createSender } from './sender.ts'
import { createWebhook } from './webhook-client.ts'

interface DeliveryOptions extends Pick<AttemptOptions, 'db' | 'log' | 'now'> {
  settings: DeliverySettings
}

export function createDelivery({ db, log, now, settings }: DeliveryOptions) {
  const { ALERT_MAIL_TO: to, ALERT_MAIL_FROM: from, SMTP_URL: smtp, PUBLIC_ORIGIN: origin } = settings
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = settings
  const outbound = createOutbound(settings)
  if (smtp) assertSettingCallable(settings, 'SMTP_URL', smtp)
  if (url) assertSettingCallable(settings, 'ALERT_WEBHOOK_URL', url)
  const sender = createSender({
    db,
    log,
    now,
    origin,
    sendMail: to && from && smtp ? createMailer({ url: smtp, from, to, outbound }) : undefined,
    callWebhook: url && secret ? createWebhook({ url, secret, outbound }) : undefined,
  })
  const email = to !== undefined
  const webhook = url !== undefined
  return { email, sender, onChanged: createDeliveryQueue({ email, webhook, now, wake: sender.wake }) }
}
