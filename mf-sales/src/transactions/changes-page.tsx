import type { AuditEntry, ConfirmedQuestion } from '@mms/contracts'
import { AuditPage, type AuditWords } from '@mms/sdk/audit'
import { formatInstant } from '@mms/ui'
import { confirmedText } from '../questions/words.ts'

const actions: Record<string, string> = {
  'transaction.reversal-requested': 'Undone',
  'transaction.cancellation-requested': 'Discarded',
  'transaction.sold-after-expiry': 'Sold after expiry',
  'transaction.unconfirmed': 'Unconfirmed',
  'settings.changed': 'Settings changed',
  'counter.registered': 'Counter registered',
  'counter.closed': 'Counter closed',
  'bill.voided': 'Bill number voided',
}

function detailsOf({ action, before, after }: AuditEntry): string[] {
  if (action === 'transaction.unconfirmed')
    return Object.entries(after ?? {}).map(([code, value]) =>
      confirmedText({ code, value, compared: before?.[code] } as ConfirmedQuestion),
    )
  if (action !== 'transaction.sold-after-expiry' || !after) return []
  const { madeAt, recordedAt, batches } = after
  return [
    `Made ${formatInstant(String(madeAt))}`,
    `Recorded ${formatInstant(String(recordedAt))}`,
    `Batch ${batches}`,
  ]
}

const words: AuditWords = {
  actions,
  subjects: { 'counter-limits': 'Limits of the counter', 'bill-settings': 'Store' },
  titleOf: ({ action }) => actions[action] ?? 'Changed',
  detailsOf,
}

export const ChangesPage = () => (
  <AuditPage
    title="Undone and discarded"
    text="Who asked to undo or discard a transaction, odd prices that nobody confirmed, write-offs before expiry without a reason, and sales that arrived after their stock had expired. The history of a transaction says whether it was undone."
    path="/api/transactions/history"
    words={words}
  />
)
