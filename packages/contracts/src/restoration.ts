import { z } from 'zod'
import { costPriceSchema, priceSchema } from './money.ts'

/** A value as the undoing of the purchase that set it found it: `before` the purchase, and `now`, when it is undone. */
const restorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** `now` is `before` again. Else it stays, because `setBy` has set it since. */
    isRestored: z.boolean(),
    now: value,
    before: value,
    /** A movement of another command, or the form; `name` where inventory knows it, null where neither is known. */
    setBy: z.object({ movementId: z.uuid().nullable(), name: z.string().nullable() }).nullable(),
  })

/** What became of the prices (in rupees) that an undone purchase had set, from inventory. */
export const restorationSchema = z.object({
  unitPrice: restorationOf(priceSchema).optional(),
  costPrice: restorationOf(costPriceSchema).optional(),
})
export type Restoration = z.infer<typeof restorationSchema>

/** The same as people see it. */
const shownRestorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    isRestored: z.boolean(),
    now: value,
    before: value,
    /** Who has set it since, where that is known. */
    changedBy: z.string().optional(),
  })

/** What became of the price (in rupees) that an undone purchase had set; absent where it is as before. */
export const shownRestorationSchema = z.object({
  unitPrice: shownRestorationOf(priceSchema).optional(),
})
export type ShownRestoration = z.infer<typeof shownRestorationSchema>
