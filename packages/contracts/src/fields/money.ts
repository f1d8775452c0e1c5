import { z } from 'zod'

export const MAX_PRICE = 10_000_000

/** Rupees, 0 or more, at most two decimals. `multipleOf` would accept 0.30000000000000004. */
export const priceSchema = z
  .number()
  .min(0)
  .max(MAX_PRICE)
  .refine((rupees) => Math.round(rupees * 100) / 100 === rupees, 'must have at most 2 decimals')
  .meta({ multipleOf: 0.01 })

/** Maximum retail price in rupees, printed on the pack; selling above it is illegal. Null if unknown. */
export const mrpSchema = priceSchema.min(0.01).nullable()

/** Cost per unit in rupees. Null if unknown, which is different from free. */
export const costPriceSchema = priceSchema.min(0.01).nullable()

/** Converts rupees (JSON, two decimals) to paise (database, integer). */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Converts paise (database, integer) to rupees (JSON). */
export function paiseToRupees(paise: number): number {
  return paise / 100
}

/** As `paiseToRupees`; null without an amount. */
export const paiseToRupeesOrNull = (paise: number | null | undefined): number | null =>
  typeof paise === 'number' ? paiseToRupees(paise) : null
