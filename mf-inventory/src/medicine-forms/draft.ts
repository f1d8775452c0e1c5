import { useSession } from '@mms/sdk'
import { useState } from 'react'
import type { Edit } from './edits.ts'
import { emptyForm, fieldNames, type MedicineFormValues } from './form-values.ts'

/** What was typed and not saved. */
export interface Draft {
  edits: Edit[]
  /** What the form was opened with; none for a new medicine, and in drafts of older builds. */
  opened?: { values: MedicineFormValues; etag: string } | undefined
}

/** A draft's place, and what was found there when the form was opened. */
export interface KeptDraft {
  key: string
  found: Draft | null
}

const PREFIX = 'mms.medicine-draft.'

/** The signed-in person's draft of that name, as it was when the form was opened. */
export function useDraft(name: string): KeptDraft {
  const userId = useSession((session) => session.user?.id)
  const [kept] = useState(() => {
    const key = `${userId}.${name}`
    return { key, found: readDraft(key) }
  })
  return kept
}

/** Keeps edits for this tab; none means that there is nothing to keep. */
export function keepDraft(key: string, draft: Draft): void {
  if (draft.edits.length === 0) {
    forgetDraft(key)
    return
  }
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    // without storage the form still works; it just does not survive a reload
  }
}

/** What is kept there, if anything. */
export function readDraft(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    const { edits, opened } = (Array.isArray(stored) ? { edits: stored } : stored) as Draft
    const known = edits.filter(isEdit)
    if (known.length === 0) return null
    if (typeof opened?.etag !== 'string' || typeof opened.values !== 'object') return { edits: known }
    return { edits: known, opened: { etag: opened.etag, values: { ...emptyForm, ...opened.values } } }
  } catch {
    return null
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // see keepDraft
  }
}

/** Another build of this area may have written it. */
function isEdit(value: unknown): value is Edit {
  const { field, from, to } = value as Edit
  return fieldNames.includes(field) && typeof from === typeof to && /^(string|boolean)$/.test(typeof to)
}
