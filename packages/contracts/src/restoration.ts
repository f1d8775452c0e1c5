import { z } from 'zod'
import { costPriceSchema, priceSchema } from './money.ts'

/** `before`: value before the purchase. `now`: value when it was undone. */
const restorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    isRestored: z.boolean(),
    now: value,
    before: value,
    /** A later movement or the form; `name` where inventory knows it. Null if neither is known. */
    setBy: z.object({ movementId: z.uuid().nullable(), name: z.string().nullable() }).nullable(),
  })

/** What happened to the prices (in rupees) of an undone purchase. */
export const restorationSchema = z.object({
  unitPrice: restorationOf(priceSchema).optional(),
  costPrice: restorationOf(costPriceSchema).optional(),
})
export type Restoration = z.infer<typeof restorationSchema>

const shownRestorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    isRestored: z.boolean(),
    now: value,
    before: value,
    changedBy: z.string().optional(),
  })

export const shownRestorationSchema = z.object({
  unitPrice: shownRestorationOf(priceSchema).optional(),
})
export type ShownRestoration = z.infer<typeof shownRestorationSchema>
