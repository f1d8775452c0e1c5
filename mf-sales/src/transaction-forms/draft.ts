import { newKey, outbox } from '@mms/sdk'
import { emptyForm, isEmpty, type TransactionFormValues } from './form-values.ts'

/** What is being typed, and the Idempotency-Key under which it will be sent, however often. */
export interface Draft extends Origin {
  key: string
  values: TransactionFormValues
}

/** What a draft was before, where it was taken back to be changed. */
export interface Origin {
  /** The key of what it takes the place of, while that is not certain never to be recorded. */
  replaces?: string
  /** When it was made, ISO 8601: a sale that is corrected is as old as before. */
  madeAt?: string
}

export const newDraft = (values = emptyForm): Draft => ({ key: newKey(), values })

/** Without what is undefined, so that it can be compared and stored. */
export function originOf({ replaces, madeAt }: { [Name in keyof Origin]: Origin[Name] | undefined }): Origin {
  return { ...(replaces && { replaces }), ...(madeAt && { madeAt }) }
}

const nameOf = (userId: string) => `mms.sales.draft.${userId}`

/** What stands in the form's picker: no draft keeps it, and another draft would lose it. */
let readPicker = () => ''

/** Drafts of this browser, one per person: they outlive a reload. */
export const drafts = {
  /** What was being typed; a new draft when that was submitted meanwhile, here or in another tab. */
  open(userId: string): Draft {
    const draft = parse(localStorage.getItem(nameOf(userId)))
    return draft && !isEmpty(draft.values) && !outbox.find(draft.key) ? draft : newDraft()
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
    return (draft !== null && !isEmpty(draft.values)) || readPicker().trim() !== ''
  },
  /** What is being typed as one text, to see later whether it has changed. */
  trace: (userId: string): string => JSON.stringify([localStorage.getItem(nameOf(userId)), readPicker()]),
  /** The form on the page shows here what is typed in its picker; returns what ends that. */
  followPicker(read: () => string): () => void {
    readPicker = read
    return () => {
      readPicker = () => ''
    }
  },
  /** Only if it still is this one: another tab may have begun its own. */
  remove(userId: string, key: string): void {
    if (parse(localStorage.getItem(nameOf(userId)))?.key === key) localStorage.removeItem(nameOf(userId))
  },
}

function parse(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    if (typeof draft?.key !== 'string' || typeof draft.values?.quantity !== 'string') return null
    const { key, replaces, madeAt } = draft
    return { ...originOf({ replaces, madeAt }), key, values: { ...emptyForm, ...draft.values } }
  } catch {
    return null
  }
}
