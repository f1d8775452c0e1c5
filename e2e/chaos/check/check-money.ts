import { overpaid } from '../../fuzz/overpaid.ts'
import type { Report } from '../violations.ts'
import { limits } from '../work/limits.ts'
import type { Books } from './books.ts'

/** One person records everything, and a run may pass midnight. */
const DAYS = 2

/** Refunds never exceed payments by more than the run's limits. */
export function checkMoney({ transactions }: Books, report: Report): void {
  const allowance = { units: limits.staffReturnUnits, paise: limits.staffRefundRupees * 100 * DAYS }
  for (const detail of overpaid(transactions, allowance)) report('overpaid', detail)
}
