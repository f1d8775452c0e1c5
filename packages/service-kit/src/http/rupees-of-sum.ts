import { paiseToRupees } from '@mms/contracts'
import { problem } from '../problems/problem.ts'

/**
 * Adds amounts of paise and returns rupees; 422 if an amount or the sum is not exact (₹90,07,199 crore). Database sums
 * are safe: beyond that limit they are rounded, never below it.
 */
export function rupeesOfSum(amounts: Iterable<unknown>): number {
  let paise = 0
  for (const amount of amounts) {
    paise += Number(amount)
    if (!Number.isSafeInteger(Number(amount)) || !Number.isSafeInteger(paise)) throw tooLarge()
  }
  return paiseToRupees(paise)
}

const tooLarge = () =>
  problem.unprocessable(
    'request.sum_too_large',
    'The amounts add up to more than ₹90,07,199 crore, which cannot be shown exactly. Look for a price or a quantity that is far too high, or choose fewer days.',
  )
