import { AuditPage, type AuditWords } from '@mms/sdk/audit'

const actions: Record<string, string> = {
  'transaction.reversal-requested': 'Undone',
  'transaction.cancellation-requested': 'Discarded',
  'settings.changed': 'Limits changed',
}

const words: AuditWords = {
  actions,
  subjects: { 'counter-limits': 'Limits of the counter' },
  titleOf: ({ action }) => actions[action] ?? 'Changed',
  // What was undone is the subject; the page of the limits shows what they were.
  detailsOf: () => [],
}

/** `/sales/history`: who undid or discarded what; for administrators. */
export const UndonePage = () => (
  <AuditPage
    title="Undone and discarded"
    text="Who asked to undo or discard a transaction. Whether it was done stands in the history of that transaction."
    path="/api/transactions/history"
    words={words}
  />
)
