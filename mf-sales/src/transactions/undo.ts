import type { Transaction } from '@mms/contracts'
import { ApiError, events, notify, reasonText } from '@mms/sdk'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { type Reversal, reverseTransaction } from './api.ts'
import { describeRestoration } from './restoration-text.ts'
import { noteUndone, undoSignal } from './undo-offers.ts'

export interface UndoRequest {
  id: string
  userId: string
  title: string
  medicineIds: string[]
  key: string
}

/** Returns false if the server has not decided. */
export async function undo(what: UndoRequest, again: () => void): Promise<boolean> {
  const { id, userId, title, medicineIds, key } = what
  let isAnswered = true
  try {
    showUndone(id, await reverseTransaction(id, key), title)
  } catch (error) {
    isAnswered = isRefusal(error)
    // A refusal is final. The same key would get the same answer.
    const retry = isAnswered
      ? undefined
      : { label: sharedWords.tryAgain, run: again, userId, signal: undoSignal(id) }
    notify.error(words.failedUndoTransaction, `${title}. ${reasonText(error)}`, retry)
  }
  events.emit('medicines-changed', { medicineIds })
  return isAnswered
}

const LATER = [401, 408, 425, 429]

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !LATER.includes(error.status)

export function showUndone(id: string, { isPending, restoration }: Reversal, title: string): void {
  noteUndone(id)
  const values = describeRestoration(restoration)
  if (isPending) notify.info(title, words.undoWaitsForStock)
  else notify.success(title, values ? words.undoneWith(values) : words.transactionUndone)
}

export function isUndoable(answer: Partial<Transaction>): answer is Transaction {
  return typeof answer._id === 'string' && answer.status === 'completed' && !answer.reversedBy
}
