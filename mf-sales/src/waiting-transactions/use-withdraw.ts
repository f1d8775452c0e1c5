import { outbox, type Withdrawn } from '@mms/sdk'
import { useState } from 'react'
import { WITHDRAWAL_PATH } from '../paths.ts'
import { type Draft, drafts } from '../transaction-forms/draft.ts'
import { draftOf, type WaitingTransaction } from '../transaction-forms/submission.ts'

/** Takes a transaction back, with or without a connection, and knows what came of the last try to. */
export function useWithdraw(entry: WaitingTransaction, onEdit: (draft: Draft) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** `keep` leaves it here, to be made again: as a card until what takes its place is recorded. */
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
      // Another customer was served while the server was asked: what was taken back waits as its card until it is edited.
      if (drafts.isKept(userId) && drafts.trace(userId) !== before) return
      beginAgain(entry, onEdit, replaces ?? (status === 'waiting' ? key : undefined))
      // Never sent: what takes its place waits for the first version, and of this one nothing stays.
      if (replaces && status === 'waiting') await withdraw(false)
    },
  }
}

/** Stored before the entry goes: a tab that is closed in between has one of the two. */
export function beginAgain(
  entry: WaitingTransaction,
  onEdit: (draft: Draft) => void,
  replaces?: string,
): void {
  const draft = draftOf(entry, replaces)
  drafts.save(entry.userId, draft)
  outbox.forget(entry.key)
  onEdit(draft)
}
