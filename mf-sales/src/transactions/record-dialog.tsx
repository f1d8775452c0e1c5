import type { AuditEntry, Transaction } from '@mms/contracts'
import { HistoryDialog } from '@mms/sdk/history'
import { isUnknown, useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import { transactionHistoryPath } from './api.ts'
import { recordLines } from './record-lines.ts'
import { titleOf } from './transaction-types.ts'

/** What is on record about one transaction: who recorded, discarded or undid it, and when. */
export function RecordDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { _id } = transaction
  const history = useGet<AuditEntry[]>(transactionKeys('record', _id), transactionHistoryPath(_id))
  // Serves release 0.1, which keeps no such log.
  const entries = history.data ?? (isUnknown(history.error) ? [] : undefined)
  return (
    <HistoryDialog
      title="History of this transaction"
      about={titleOf(transaction)}
      lines={entries && recordLines(transaction, entries)}
      query={history}
      onClose={onClose}
    />
  )
}
