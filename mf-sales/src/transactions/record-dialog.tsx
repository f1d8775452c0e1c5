import type { AuditEntry, Transaction } from '@mms/contracts'
import { HistoryDialog, type HistoryLine, historyLine } from '@mms/sdk/history'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transaction-changes.ts'
import { transactionHistoryPath } from './api.ts'
import { transactionTitle } from './transaction-types.ts'

export function RecordDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { _id } = transaction
  const history = useGet<AuditEntry[]>(transactionKeys('record', _id), transactionHistoryPath(_id))
  return (
    <HistoryDialog
      title={words.historyOfTransaction}
      about={transactionTitle(transaction)}
      lines={history.data && recordLines(transaction, history.data)}
      query={history}
      onClose={onClose}
    />
  )
}

function entryTitle({ action, after }: AuditEntry, { status, reversedBy }: Transaction): string {
  if (action === 'transaction.reversal-requested') {
    return reversedBy !== null && after?.reversal === reversedBy ? sharedWords.undone : words.undoRefused
  }
  if (action === 'transaction.cancellation-requested') {
    return status === 'cancelled' ? sharedWords.discarded : words.discardRequested
  }
  if (action === 'transaction.unconfirmed') return words.recordedWithoutConfirmation
  return action === 'transaction.sold-after-expiry' ? sharedWords.soldAfterExpiry : sharedWords.changed
}

function recordLines(transaction: Transaction, entries: readonly AuditEntry[]): HistoryLine[] {
  const { createdAt, recordedAt, cancelledAt, recordedBy } = transaction
  const own = { by: recordedBy?.name ?? null, address: null }
  const lines = entries.map((entry) => historyLine(entry, entryTitle(entry, transaction)))
  // The maker discarded it before it reached the server, so the audit log has no entry for it.
  if (cancelledAt && lines.length === 0)
    lines.push({ ...own, id: 'discarded', what: sharedWords.discarded, at: cancelledAt })
  return [...lines, { ...own, id: 'recorded', what: sharedWords.recordedLabel, at: recordedAt ?? createdAt }]
}
