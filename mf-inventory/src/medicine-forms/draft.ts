import type { Edit } from './edits.ts'
import { fieldNames } from './form-values.ts'

const PREFIX = 'mms.medicine-draft.'

/** Keeps edits for this tab; none means that there is nothing to keep. */
export function keepDraft(key: string, edits: Edit[]): void {
  if (edits.length === 0) {
    forgetDraft(key)
    return
  }
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(edits))
  } catch {
    // without storage the form still works; it just does not survive a reload
  }
}

export function readDraft(key: string): Edit[] {
  try {
    const edits: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '[]')
    return Array.isArray(edits) ? edits.filter(isEdit) : []
  } catch {
    return []
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
