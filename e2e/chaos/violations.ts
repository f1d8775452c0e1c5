/** Each kind has one meaning, so that a planted bug can name it. */
export type ViolationKind =
  | 'stock-differs-from-ledger'
  | 'stock-differs-from-sales'
  | 'stock-differs-from-feed'
  | 'negative-stock'
  | 'batches-differ'
  | 'negative-batch'
  | 'not-first-to-expire'
  | 'expiry-changed'
  | 'sold-while-held'
  | 'ledger-broken'
  | 'acknowledged-but-lost'
  | 'refused-but-done'
  | 'done-twice'
  | 'answers-differ'
  | 'unexpected-answer'
  | 'no-final-answer'
  | 'feed-broken'
  | 'feed-incomplete'
  | 'read-model-differs'
  | 'counts-differ'
  | 'overpaid'
  | 'bill-number'
  | 'bill-torn'
  | 'bill-sums-differ'
  | 'above-mrp'
  | 'drawer-differs'
  | 'alerts-differ'
  | 'analytics-differs'
  | 'session-lost'
  | 'session-not-ended'
  | 'late-duplicate'
  | 'still-pending'
  | 'never-at-rest'
  | 'died-by-itself'
  | 'run-broken'

export interface Violation {
  kind: ViolationKind
  detail: string
}

export type Report = (kind: ViolationKind, detail: string) => void

export function createFindings() {
  const found: Violation[] = []
  const report: Report = (kind, detail) => {
    found.push({ kind, detail })
  }
  return { found, report }
}
