import { z } from 'zod'

/** Largest unit price accepted, in rupees. */
export const MAX_PRICE = 10_000_000

/**
 * A price in rupees as it crosses the wire: 0 or more, at most two decimals. The check is exact, where
 * `multipleOf` lets 0.30000000000000004 pass.
 */
export const priceSchema = z
  .number()
  .min(0)
  .max(MAX_PRICE)
  .refine((rupees) => Math.round(rupees * 100) / 100 === rupees, 'must have at most 2 decimals')
  .meta({ multipleOf: 0.01 })

/** Maximum retail price in rupees, as it is printed on the pack: nothing may be sold above it. Null where none is set. */
export const mrpSchema = priceSchema.min(0.01).nullable()

/** What a unit was bought for, in rupees. Null where that is not known: what is free is not known to cost nothing. */
export const costPriceSchema = priceSchema.min(0.01).nullable()

/** Rupees (JSON, two decimals) to paise (database, integer). `rupeesToPaise(4.35) // 435` */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Paise (database, integer) to rupees (JSON). `paiseToRupees(435) // 4.35` */
export function paiseToRupees(paise: number): number {
  return paise / 100
}
