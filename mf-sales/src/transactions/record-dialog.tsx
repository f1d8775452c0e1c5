import type { AuditEntry, Transaction } from '@mms/contracts'
import { HistoryDialog } from '@mms/sdk/history'
import { useGet } from '@mms/sdk/queries'
import { transactionKeys } from '../keys.ts'
import { transactionHistoryPath } from './api.ts'
import { recordLines } from './record-lines.ts'
import { titleOf } from './transaction-types.ts'

export function RecordDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { _id } = transaction
  const history = useGet<AuditEntry[]>(transactionKeys('record', _id), transactionHistoryPath(_id))
  return (
    <HistoryDialog
      title="History of this transaction"
      about={titleOf(transaction)}
      lines={history.data && recordLines(transaction, history.data)}
      query={history}
      onClose={onClose}
    />
  )
}
