import { paiseToRupees } from '@mms/contracts'
import { problem } from './errors.ts'

/**
 * What amounts of paise add up to, in rupees: exactly, or 422 where a number cannot hold one of them or their sum
 * (₹90,07,199 crore). A database's own sums may be given: beyond that it rounds them, and never below.
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
