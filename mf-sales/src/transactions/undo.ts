import type { Transaction } from '@mms/contracts'
import { ApiError, events, notify, reasonText } from '@mms/sdk'
import { type Reversal, reverseTransaction } from './api.ts'
import { describeRestoration } from './restoration-text.ts'
import { noteUndone, undoSignal } from './undone.ts'

/** Something recorded that can be undone: it goes out under one key, however often it is tried. */
export interface Undoable {
  id: string
  /** Who recorded it. */
  userId: string
  title: string
  medicineIds: string[]
  key: string
}

/** Undoes it, shows the outcome, and offers `again` where it failed. False where the server has not decided. */
export async function undo(what: Undoable, again: () => void): Promise<boolean> {
  const { id, userId, title, medicineIds, key } = what
  let isAnswered = true
  try {
    showUndone(id, await reverseTransaction(id, key), title)
  } catch (error) {
    isAnswered = isRefusal(error)
    // A refusal is final: under its key the server would say the same again.
    const retry = isAnswered ? undefined : { label: 'Try again', run: again, userId, signal: undoSignal(id) }
    notify.error('Failed to undo the transaction', `${title}. ${reasonText(error)}`, retry)
  }
  events.emit('medicines-changed', { medicineIds })
  return isAnswered
}

/** Answers that ask to come again later. */
const LATER = [401, 408, 425, 429]

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !LATER.includes(error.status)

/** Shows what came of an undo, and ends every offer of it. */
export function showUndone(id: string, { isPending, restoration }: Reversal, title: string): void {
  noteUndone(id)
  const values = describeRestoration(restoration)
  if (isPending) notify.info(title, 'The undo waits for the stock')
  else notify.success(title, values ? `Transaction undone. ${values}` : 'Transaction undone')
}

/** Whether the answer to a sent transaction is one whose undo can be asked for. */
export function isUndoable(answer: Partial<Transaction>): answer is Transaction {
  return typeof answer._id === 'string' && answer.status === 'completed' && !answer.reversedBy
}
