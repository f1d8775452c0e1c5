import { outsideUrlSchema, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

const deliverySettings = {
  /** Comma-separated recipients of mails about alerts. Without it no mails are sent. */
  ALERT_MAIL_TO: z.string().trim().min(3).optional(),
  /** Sender address of these mails. */
  ALERT_MAIL_FROM: z.string().trim().min(3).optional(),
  /** `smtp://user:password@host:587` with STARTTLS, or `smtps://…` */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  /** Time of the daily digest, in hours after the store's midnight. */
  ALERT_DIGEST_HOUR: z.coerce.number().int().min(0).max(23).default(8),
  /** Address that alerts are posted to. Without it there is no webhook. */
  ALERT_WEBHOOK_URL: outsideUrlSchema.optional(),
  /** Signing key (Standard Webhooks): `whsec_` and base64, or any text. */
  ALERT_WEBHOOK_SECRET: z.string().min(24).optional(),
}

/** Settings that need each other. The service does not start with an incomplete set. */
const needed = {
  ALERT_MAIL_TO: ['ALERT_MAIL_FROM', 'SMTP_URL'],
  ALERT_WEBHOOK_URL: ['ALERT_WEBHOOK_SECRET'],
} as const

export const settings = z
  .object({
    ...serviceSettings,
    /** Base URL of inventory's internal routes, e.g. `http://127.0.0.1:5002`. Alerts are about its medicines. */
    INVENTORY_URL: z.url(),
    /** Base URL of analytics' internal routes, for season, climate and expected demand. */
    ANALYTICS_URL: z.url(),
    /** Silence after which another replica takes over the generation. */
    GENERATION_LEASE_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
    /** Days before expiry at which stock goes back to the distributor; 0 turns the notice off. */
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
