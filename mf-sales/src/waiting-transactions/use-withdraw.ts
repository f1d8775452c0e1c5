import { outbox, type Withdrawn } from '@mms/sdk'
import { useState } from 'react'
import { WITHDRAWAL_PATH } from '../paths.ts'
import type { WaitingTransaction } from '../transaction-forms/submission.ts'

/** Takes a stopped transaction back, and knows what came of the last try to. */
export function useWithdraw(entry: WaitingTransaction) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** `keep` leaves it among the refused; a shell of before takes it away all the same. */
  const withdraw = async (options?: { keep: boolean }): Promise<Withdrawn['status']> => {
    setBusy(true)
    setProblem(null)
    const result = await outbox.withdraw(entry.key, WITHDRAWAL_PATH, options)
    setBusy(false)
    if (result.status === 'unknown') setProblem(result.problem)
    return result.status
  }
  return { busy, problem, withdraw }
}
