import type { Transaction } from '@mms/contracts'
import { ApiError, events, notify, reasonText } from '@mms/sdk'
import { reverseTransaction } from './api.ts'

/** Something recorded that can be undone: it goes out under one key, however often it is tried. */
export interface Undoable {
  id: string
  /** Who recorded it. */
  userId: string
  title: string
  medicineIds: string[]
  key: string
}

/** Undoes it, tells what came of it, and offers `again` where it failed. False where the server has not said yes or no. */
export async function undo(what: Undoable, again: () => void): Promise<boolean> {
  const { id, userId, title, medicineIds, key } = what
  let isAnswered = true
  try {
    tellUndone(await reverseTransaction(id, key), title)
  } catch (error) {
    isAnswered = isRefusal(error)
    notify.error('Failed to undo the transaction', `${title}. ${reasonText(error)}`, {
      label: 'Try again',
      run: again,
      userId,
    })
  }
  events.emit('medicines-changed', { medicineIds })
  return isAnswered
}

/** Answers that ask to come again later. */
const LATER = [401, 408, 425, 429]

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !LATER.includes(error.status)

export function tellUndone({ isPending }: { isPending: boolean }, title: string): void {
  if (isPending) notify.info('The undo waits for the stock', title)
  else notify.success('Transaction undone', title)
}

/** Whether the answer to a sent transaction is one whose undo can be asked for. */
export function isUndoable(answer: Partial<Transaction>): answer is Transaction {
  return typeof answer._id === 'string' && answer.status === 'completed' && !answer.reversedBy
}
