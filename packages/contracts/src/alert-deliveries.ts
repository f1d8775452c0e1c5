import { z } from 'zod'
import { pageQuerySchema } from './paging.ts'

const statusSchema = z.enum(['pending', 'delivered', 'dead'], 'must be pending, delivered or dead')

export const alertDeliverySchema = z.object({
  _id: z.uuid(),
  /** `email` or `webhook`. Kinds of a later release are shown as they are. */
  channel: z.string(),
  subject: z.string(),
  status: statusSchema,
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  error: z.string().nullable(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

export const alertDeliveryQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: statusSchema.optional(),
})
export type AlertDeliveryQuery = z.infer<typeof alertDeliveryQuerySchema>
