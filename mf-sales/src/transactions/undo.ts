import type { ShownRestoration, Transaction } from '@mms/contracts'
import { ApiError, events, notify, reasonText } from '@mms/sdk'
import { formatRupees } from '@mms/ui'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { type Reversal, reverseTransaction } from './api.ts'

/** Transactions that can be undone in this tab. The signal aborts when one was undone. */
const offered = new Map<string, AbortController>()

const otherTabs = new BroadcastChannel('mms.sales.undone')
otherTabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => endUndoOffer(String(data)))

export interface UndoRequest {
  id: string
  userId: string
  title: string
  medicineIds: string[]
  key: string
}

/** Returns false if the server did not decide, so that the user can try again. */
export async function undoTransaction(what: UndoRequest, again: () => void): Promise<boolean> {
  const { id, userId, title, medicineIds, key } = what
  let isAnswered = true
  try {
    notifyUndone(id, await reverseTransaction(id, key), title)
  } catch (error) {
    isAnswered = isRefusal(error)
    // Offer no retry after a refusal: the same key would get the same answer.
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

export function notifyUndone(id: string, { isPending, restoration }: Reversal, title: string): void {
  endUndoOffer(id)
  otherTabs.postMessage(id)
  const values = describeRestoration(restoration)
  if (isPending) notify.info(title, words.undoWaitsForStock)
  else notify.success(title, values ? words.undoneWith(values) : words.transactionUndone)
}

export function isUndoable(answer: Partial<Transaction>): answer is Transaction {
  return typeof answer._id === 'string' && answer.status === 'completed' && !answer.reversedBy
}

/**
 * Examples: "Price back to ₹12.00." and "Price stays ₹15.00: changed since by Asha Rao; before the purchase
 * it was ₹12.00."
 */
export function describeRestoration({ unitPrice }: ShownRestoration = {}): string | undefined {
  if (!unitPrice) return undefined
  const { isRestored, changedBy, now, before } = unitPrice
  if (isRestored) return words.priceRestored(formatRupees(now))
  const by = changedBy ? words.byPerson(changedBy) : ''
  return words.priceStays(formatRupees(now), by, formatRupees(before))
}

export function endUndoOffer(id: string): void {
  offered.get(id)?.abort()
  offered.delete(id)
}

export function undoSignal(id: string): AbortSignal {
  const controller = offered.get(id) ?? new AbortController()
  offered.set(id, controller)
  return controller.signal
}

/** Other tabs need no message: each reads the history itself. */
export function noteUndoneRows(rows: readonly { _id: string; reversedBy: string | null }[]): void {
  for (const { _id, reversedBy } of rows) if (reversedBy) endUndoOffer(_id)
}
