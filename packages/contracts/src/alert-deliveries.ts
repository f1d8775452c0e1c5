import { z } from 'zod'
import { pageQuerySchema } from './paging.ts'

const statusSchema = z.enum(['pending', 'delivered', 'dead'], 'must be pending, delivered or dead')

/** Something about alerts that was sent, or is to be sent, beyond the screen. */
export const alertDeliverySchema = z.object({
  _id: z.uuid(),
  /** `email` or `webhook`; one that a newer service knows is shown as it is written. */
  channel: z.string(),
  /** What it is about, in a sentence. */
  subject: z.string(),
  /** `dead`: it was given up, and waits for an administrator. */
  status: statusSchema,
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** Why the last attempt failed; null before any, and once delivered. */
  error: z.string().nullable(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

/** Query of `GET /api/alerts/deliveries`, newest first. */
export const alertDeliveryQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: statusSchema.optional(),
})
export type AlertDeliveryQuery = z.infer<typeof alertDeliveryQuerySchema>
