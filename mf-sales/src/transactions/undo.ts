import type { Transaction } from '@mms/contracts'
import { events, newKey, notify, reasonText } from '@mms/sdk'
import { reverseTransaction } from './api.ts'

/** Something recorded that can be undone: it goes out under one key, however often it is tried. */
export interface Undoable {
  id: string
  title: string
  medicineIds: string[]
  key: string
}

export const undoableOf = (id: string, title: string, medicineIds: string[]): Undoable => ({
  id,
  title,
  medicineIds,
  key: newKey(),
})

/** Undoes it, tells what came of it, and offers to try again what failed. */
export async function undo(what: Undoable): Promise<void> {
  const { id, title, medicineIds, key } = what
  try {
    tellUndone(await reverseTransaction(id, key), title)
  } catch (error) {
    notify.error('Failed to undo the transaction', `${title}. ${reasonText(error)}`, {
      label: 'Try again',
      run: () => void undo(what),
    })
  }
  events.emit('medicines-changed', { medicineIds })
}

export function tellUndone({ isPending }: { isPending: boolean }, title: string): void {
  if (isPending) notify.info('The undo waits for the stock', title)
  else notify.success('Transaction undone', title)
}

/** Whether the answer to a sent transaction is one whose undo can be asked for. */
export function isUndoable(answer: Partial<Transaction>): answer is Transaction {
  return typeof answer._id === 'string' && answer.status === 'completed' && !answer.reversedBy
}
