import type { AuditEntry, Transaction } from '@mms/contracts'
import { type HistoryLine, historyLine } from '@mms/sdk/history'

function titleOf({ action, after }: AuditEntry, { status, reversedBy }: Transaction): string {
  if (action === 'transaction.reversal-requested') {
    return reversedBy !== null && after?.reversal === reversedBy ? 'Undone' : 'Undo refused'
  }
  if (action === 'transaction.cancellation-requested') {
    return status === 'cancelled' ? 'Discarded' : 'Discard requested'
  }
  if (action === 'transaction.unconfirmed') return 'Recorded without confirming an odd price'
  return action === 'transaction.sold-after-expiry' ? 'Sold after expiry' : 'Changed'
}

export function recordLines(transaction: Transaction, entries: readonly AuditEntry[]): HistoryLine[] {
  const { createdAt, recordedAt, cancelledAt, recordedBy } = transaction
  const own = { by: recordedBy?.name ?? null, address: null }
  const lines = entries.map((entry) => historyLine(entry, titleOf(entry, transaction)))
  // Discarded by its maker before it reached the server, so the audit log has no entry.
  if (cancelledAt && lines.length === 0)
    lines.push({ ...own, id: 'discarded', what: 'Discarded', at: cancelledAt })
  return [...lines, { ...own, id: 'recorded', what: 'Recorded', at: recordedAt ?? createdAt }]
}
