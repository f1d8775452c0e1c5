import { newKey, outbox } from '@mms/sdk'
import { emptyForm, isEmptyForm, type TransactionFormValues } from './form-values.ts'

export interface TransactionDraft extends DraftOrigin {
  key: string
  values: TransactionFormValues
}

export interface DraftOrigin {
  /** Key of the transaction that this one replaces. Set while that one might still be recorded. */
  replaces?: string
  /** ISO 8601. A corrected sale keeps its original time. */
  madeAt?: string
}

export const newTransactionDraft = (values = emptyForm): TransactionDraft => ({ key: newKey(), values })

export function draftOriginOf({
  replaces,
  madeAt,
}: { [Name in keyof DraftOrigin]: DraftOrigin[Name] | undefined }): DraftOrigin {
  return { ...(replaces && { replaces }), ...(madeAt && { madeAt }) }
}

const storageKey = (userId: string) => `mms.sales.draft.${userId}`

let readPicker = () => ''

/** One draft per user. Drafts survive a reload. */
export const drafts = {
  open(userId: string): TransactionDraft {
    const draft = parse(localStorage.getItem(storageKey(userId)))
    return draft && !isEmptyForm(draft.values) && !outbox.find(draft.key) ? draft : newTransactionDraft()
  },
  save(userId: string, draft: TransactionDraft): void {
    try {
      localStorage.setItem(storageKey(userId), JSON.stringify(draft))
    } catch {
      // Storage is unavailable, so the draft lasts as long as the page.
    }
  },
  isKept(userId: string): boolean {
    const draft = parse(localStorage.getItem(storageKey(userId)))
    return (draft !== null && !isEmptyForm(draft.values)) || readPicker().trim() !== ''
  },
  trace: (userId: string): string => JSON.stringify([localStorage.getItem(storageKey(userId)), readPicker()]),
  followPicker(read: () => string): () => void {
    readPicker = read
    return () => {
      readPicker = () => ''
    }
  },
  /** Removes the draft only if it still has this key. Another tab may have started a new one. */
  remove(userId: string, key: string): void {
    if (parse(localStorage.getItem(storageKey(userId)))?.key === key)
      localStorage.removeItem(storageKey(userId))
  },
}

function parse(text: string | null): TransactionDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as TransactionDraft | null
    if (typeof draft?.key !== 'string' || typeof draft.values?.quantity !== 'string') return null
    const { key, replaces, madeAt } = draft
    return { ...draftOriginOf({ replaces, madeAt }), key, values: { ...emptyForm, ...draft.values } }
  } catch {
    return null
  }
}
