import type { AuditEntry } from '@mms/contracts'
import { AuditPage, type AuditWords } from '@mms/sdk/audit'
import { formatInstant } from '@mms/ui'

const actions: Record<string, string> = {
  'transaction.reversal-requested': 'Undone',
  'transaction.cancellation-requested': 'Discarded',
  'transaction.sold-after-expiry': 'Sold after expiry',
  'settings.changed': 'Limits changed',
}

/** What was undone is the subject, and the page of the limits shows what they were: neither has details here. */
function detailsOf({ action, after }: AuditEntry): string[] {
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
  subjects: { 'counter-limits': 'Limits of the counter' },
  titleOf: ({ action }) => actions[action] ?? 'Changed',
  detailsOf,
}

/** `/sales/history`: who undid or discarded what, and what was sold after expiry; for administrators. */
export const UndonePage = () => (
  <AuditPage
    title="Undone and discarded"
    text="Who asked to undo or discard a transaction, and sales that arrived after their stock had expired. The history of a transaction says whether it was undone."
    path="/api/transactions/history"
    words={words}
  />
)
