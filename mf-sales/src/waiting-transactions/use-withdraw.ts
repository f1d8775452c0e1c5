import { outbox, type Withdrawn } from '@mms/sdk'
import { useState } from 'react'
import { drafts, type TransactionDraft } from '../draft/draft.ts'
import { draftOf, type WaitingTransaction } from '../draft/submission.ts'
import { WITHDRAWAL_PATH } from '../paths.ts'

export function useWithdraw(entry: WaitingTransaction, onEdit: (draft: TransactionDraft) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** `keep` keeps the card on this page until the replacement is recorded. */
  const withdraw = async (keep: boolean): Promise<Withdrawn['status']> => {
    setBusy(true)
    setProblem(null)
    const result = await outbox.withdraw(entry.key, WITHDRAWAL_PATH, { keep })
    setBusy(false)
    if (result.status === 'unknown') setProblem(result.problem)
    return result.status
  }
  return {
    busy,
    problem,
    discard: () => void withdraw(false),
    edit: async () => {
      const { userId, key, replaces } = entry
      const before = drafts.trace(userId)
      const status = await withdraw(true)
      if (status !== 'withdrawn' && status !== 'waiting') return
      // The user has started another transaction meanwhile. The withdrawn one stays as a card.
      if (drafts.isKept(userId) && drafts.trace(userId) !== before) return
      reopenDraft(entry, onEdit, replaces ?? (status === 'waiting' ? key : undefined))
      // This entry was never sent, so remove it. The draft now replaces the first version.
      if (replaces && status === 'waiting') await withdraw(false)
    },
  }
}

/** Store the draft before removing the entry. If the tab closes in between, one of them remains. */
export function reopenDraft(
  entry: WaitingTransaction,
  onEdit: (draft: TransactionDraft) => void,
  replaces?: string,
): void {
  const draft = draftOf(entry, replaces)
  drafts.save(entry.userId, draft)
  outbox.forget(entry.key)
  onEdit(draft)
}
