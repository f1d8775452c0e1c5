import { outsideUrl, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

const deliverySettings = {
  /** Who gets mails about alerts, with commas between; without it none are sent. */
  ALERT_MAIL_TO: z.string().trim().min(3).optional(),
  /** Who sends them. */
  ALERT_MAIL_FROM: z.string().trim().min(3).optional(),
  /** `smtp://user:password@host:587`, encrypted by STARTTLS, or `smtps://…` */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  /** Hours after the store's midnight at which the digest of the day is made. */
  ALERT_DIGEST_HOUR: z.coerce.number().int().min(0).max(23).default(8),
  /** Where alerts are posted to; without it there is no webhook. */
  ALERT_WEBHOOK_URL: outsideUrl.optional(),
  /** Signs what is posted (Standard Webhooks): `whsec_` and base64, or any text. */
  ALERT_WEBHOOK_SECRET: z.string().min(24).optional(),
}

/** What belongs to a setting: half of it is a mistake, and sends nothing. */
const needed = {
  ALERT_MAIL_TO: ['ALERT_MAIL_FROM', 'SMTP_URL'],
  ALERT_WEBHOOK_URL: ['ALERT_WEBHOOK_SECRET'],
} as const

export const settings = z
  .object({
    ...serviceSettings,
    /** Where the internal routes of inventory are, whose medicines are followed, e.g. `http://127.0.0.1:5002`. */
    INVENTORY_URL: z.url(),
    /** Where the internal routes of analytics are, which knows season, climate and expected demand. */
    ANALYTICS_URL: z.url(),
    /** How long a replica that generates may be silent before another takes over. */
    GENERATION_LEASE_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
    /** So many days before it expires, stock is to go back to the distributor; 0: there is no notice of that. */
    RETURN_NOTICE_DAYS: z.coerce.number().int().min(0).max(365).default(90),
    ...deliverySettings,
    ...outboundSettings,
  })
  .superRefine((given, context) => {
    for (const [setting, others] of Object.entries(needed)) {
      for (const other of others) {
        if (given[setting as keyof typeof needed] === undefined || given[other] !== undefined) continue
        context.addIssue({ code: 'custom', path: [other], message: `is required with ${setting}` })
      }
    }
  })

export type DeliverySettings = Pick<
  z.output<typeof settings>,
  keyof typeof deliverySettings | keyof typeof outboundSettings | 'PUBLIC_ORIGIN'
>
