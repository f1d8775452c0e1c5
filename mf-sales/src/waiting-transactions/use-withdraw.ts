import { outbox, type Withdrawn } from '@mms/sdk'
import { useState } from 'react'
import { type Draft, drafts } from '../draft/draft.ts'
import { draftOf, type WaitingTransaction } from '../draft/submission.ts'
import { WITHDRAWAL_PATH } from '../paths.ts'

export function useWithdraw(entry: WaitingTransaction, onEdit: (draft: Draft) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** `keep` keeps a card here until the replacement is recorded. */
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
      // The user served another customer meanwhile. The withdrawn one waits as a card.
      if (drafts.isKept(userId) && drafts.trace(userId) !== before) return
      reopenDraft(entry, onEdit, replaces ?? (status === 'waiting' ? key : undefined))
      // A replacement that was never sent is removed: it waits for the first version.
      if (replaces && status === 'waiting') await withdraw(false)
    },
  }
}

/** Store the draft before removing the entry, so that a closed tab keeps one of them. */
export function reopenDraft(
  entry: WaitingTransaction,
  onEdit: (draft: Draft) => void,
  replaces?: string,
): void {
  const draft = draftOf(entry, replaces)
  drafts.save(entry.userId, draft)
  outbox.forget(entry.key)
  onEdit(draft)
}
