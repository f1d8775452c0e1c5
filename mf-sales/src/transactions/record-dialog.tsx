import type { AuditEntry, Transaction } from '@mms/contracts'
import { HistoryDialog, type HistoryLine, historyLine } from '@mms/sdk/history'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import { transactionHistoryPath } from './api.ts'
import { transactionTitle } from './transaction-types.ts'

export function RecordDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { _id } = transaction
  const history = useGet<AuditEntry[]>(transactionKeys('record', _id), transactionHistoryPath(_id))
  return (
    <HistoryDialog
      title="History of this transaction"
      about={transactionTitle(transaction)}
      lines={history.data && recordLines(transaction, history.data)}
      query={history}
      onClose={onClose}
    />
  )
}

function entryTitle({ action, after }: AuditEntry, { status, reversedBy }: Transaction): string {
  if (action === 'transaction.reversal-requested') {
    return reversedBy !== null && after?.reversal === reversedBy ? 'Undone' : 'Undo refused'
  }
  if (action === 'transaction.cancellation-requested') {
    return status === 'cancelled' ? 'Discarded' : 'Discard requested'
  }
  if (action === 'transaction.unconfirmed') return 'Recorded without confirmation or reason'
  return action === 'transaction.sold-after-expiry' ? 'Sold after expiry' : 'Changed'
}

function recordLines(transaction: Transaction, entries: readonly AuditEntry[]): HistoryLine[] {
  const { createdAt, recordedAt, cancelledAt, recordedBy } = transaction
  const own = { by: recordedBy?.name ?? null, address: null }
  const lines = entries.map((entry) => historyLine(entry, entryTitle(entry, transaction)))
  // Discarded by its maker before it reached the server, so the audit log has no entry.
  if (cancelledAt && lines.length === 0)
    lines.push({ ...own, id: 'discarded', what: 'Discarded', at: cancelledAt })
  return [...lines, { ...own, id: 'recorded', what: 'Recorded', at: recordedAt ?? createdAt }]
}
