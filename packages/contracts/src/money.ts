import { z } from 'zod'

/** Largest unit price accepted, in rupees. */
export const MAX_PRICE = 10_000_000

/** A price in rupees as it crosses the wire: 0 or more, at most two decimals. */
export const priceSchema = z.number().min(0).max(MAX_PRICE).multipleOf(0.01)

/** Rupees (JSON, two decimals) to paise (database, integer). `rupeesToPaise(4.35) // 435` */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Paise (database, integer) to rupees (JSON). `paiseToRupees(435) // 4.35` */
export function paiseToRupees(paise: number): number {
  return paise / 100
}
