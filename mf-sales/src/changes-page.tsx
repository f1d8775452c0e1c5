import type { AuditEntry, ConfirmedQuestion } from '@mms/contracts'
import { AuditPage, type AuditWords } from '@mms/sdk/audit'
import { formatInstant } from '@mms/ui'
import { useBillSending } from './bills/use-bill-sending.ts'
import { confirmedText } from './words/questions.ts'
import * as sharedWords from './words/shared.ts'
import * as words from './words/transaction-changes.ts'

const actions: Record<string, string> = {
  'transaction.reversal-requested': sharedWords.undone,
  'transaction.cancellation-requested': sharedWords.discarded,
  'transaction.sold-after-expiry': sharedWords.soldAfterExpiry,
  'transaction.unconfirmed': words.unconfirmed,
  'settings.changed': words.settingsChanged,
  'counter.registered': words.counterRegistered,
  'counter.closed': words.counterClosed,
  'bill.voided': words.billNumberVoided,
}

function detailsOf({ action, before, after }: AuditEntry): string[] {
  if (action === 'transaction.unconfirmed')
    return Object.entries(after ?? {}).map(([code, value]) =>
      confirmedText({ code, value, compared: before?.[code] } as ConfirmedQuestion),
    )
  if (action !== 'transaction.sold-after-expiry' || !after) return []
  const { madeAt, recordedAt, batches } = after
  return [
    sharedWords.madeAt(formatInstant(String(madeAt))),
    sharedWords.recordedAt(formatInstant(String(recordedAt))),
    words.batchesNamed(String(batches)),
  ]
}

const auditWords: AuditWords = {
  actions,
  subjects: { 'counter-limits': words.counterLimits, 'bill-settings': sharedWords.store },
  titleOf: ({ action }) => actions[action] ?? sharedWords.changed,
  detailsOf,
}

export function ChangesPage() {
  useBillSending()
  return (
    <AuditPage
      title={words.undoneDiscarded}
      text={words.changesText}
      path="/api/transactions/history"
      words={auditWords}
    />
  )
}
