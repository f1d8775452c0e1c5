import { z } from 'zod'

export const MAX_PRICE = 10_000_000

/** Rupees, 0 or more, at most two decimals. Zod's `multipleOf` is not used because it accepts 0.30000000000000004. */
export const priceSchema = z
  .number()
  .min(0)
  .max(MAX_PRICE)
  .refine((rupees) => Math.round(rupees * 100) / 100 === rupees, 'must have at most 2 decimals')
  .meta({ multipleOf: 0.01 })

/** Maximum retail price in rupees, printed on the pack; selling above it is illegal. Null if unknown. */
export const mrpSchema = priceSchema.min(0.01).nullable()

/** Cost per unit in rupees. Null if unknown; 0 is not allowed. */
export const costPriceSchema = priceSchema.min(0.01).nullable()
