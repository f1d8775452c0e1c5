import { newKey, outbox } from '@mms/sdk'
import { emptyForm, isEmpty, type TransactionFormValues } from './form-values.ts'

/** What is being typed, and the Idempotency-Key under which it will be sent, however often. */
export interface Draft {
  key: string
  values: TransactionFormValues
}

export const newDraft = (values = emptyForm): Draft => ({ key: newKey(), values })

const nameOf = (userId: string) => `mms.sales.draft.${userId}`

/** Drafts of this browser, one per person: they outlive a reload. */
export const drafts = {
  /** What was being typed; a new draft when that was submitted meanwhile, here or in another tab. */
  open(userId: string): Draft {
    const draft = parse(localStorage.getItem(nameOf(userId)))
    return draft && !outbox.find(draft.key) ? draft : newDraft()
  },
  save(userId: string, draft: Draft): void {
    try {
      localStorage.setItem(nameOf(userId), JSON.stringify(draft))
    } catch {
      // The browser stores nothing: the draft lasts as long as the page.
    }
  },
  /** Whether something half typed would be lost by another draft. */
  isKept(userId: string): boolean {
    const draft = parse(localStorage.getItem(nameOf(userId)))
    return draft !== null && !isEmpty(draft.values)
  },
  /** What is being typed as one text, to see later whether it has changed. */
  trace: (userId: string): string | null => localStorage.getItem(nameOf(userId)),
  /** Only if it still is this one: another tab may have begun its own. */
  remove(userId: string, key: string): void {
    if (parse(localStorage.getItem(nameOf(userId)))?.key === key) localStorage.removeItem(nameOf(userId))
  },
}

function parse(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    if (typeof draft?.key !== 'string' || typeof draft.values?.quantity !== 'string') return null
    return { key: draft.key, values: { ...emptyForm, ...draft.values } }
  } catch {
    return null
  }
}
