import { defaultCounterLimits } from '@mms/contracts'
import { overpaid } from '../fuzz/overpaid.ts'
import type { Books } from './check/books.ts'
import type { Stage } from './stage/stage.ts'
import type { Report } from './violations.ts'
import { ask } from './work/ask.ts'

const TIMEOUT_MS = 60_000

/** Low, so that violations do not hide within them. */
const limits = {
  ...defaultCounterLimits,
  staffReturnUnits: 3,
  staffRefundRupees: 30,
  staffWriteOffRupees: 10_000_000,
}

export async function setLimits({ sales, userToken: token }: Stage): Promise<void> {
  const answer = await ask(`${sales[0]?.url}/api/transactions/limits`, {
    method: 'PUT',
    token,
    body: limits,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer?.status !== 200) throw new Error(`limits: ${answer?.status} ${JSON.stringify(answer?.body)}`)
}

/** One person records everything, and a run may pass midnight. */
const DAYS = 2

/** Refunds never exceed payments by more than the run's limits. */
export function checkMoney({ transactions }: Books, report: Report): void {
  const allowance = { units: limits.staffReturnUnits, paise: limits.staffRefundRupees * 100 * DAYS }
  for (const detail of overpaid(transactions, allowance)) report('overpaid', detail)
}
