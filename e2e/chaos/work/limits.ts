import { defaultCounterLimits } from '@mms/contracts'
import type { Stage } from '../stage/stage.ts'

const TIMEOUT_MS = 60_000

/** Low, so that violations do not hide within them. */
export const limits = {
  ...defaultCounterLimits,
  staffReturnUnits: 3,
  staffRefundRupees: 30,
  staffWriteOffRupees: 10_000_000,
}

export async function setLimits({ sales, userToken }: Stage): Promise<void> {
  const response = await fetch(`${sales[0]?.url}/api/transactions/limits`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${userToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(limits),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`limits: ${response.status} ${await response.text()}`)
}
