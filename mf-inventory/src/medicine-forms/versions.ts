import { set } from 'react-hook-form'
import type { LoadedMedicine } from './api.ts'
import type { Draft } from './draft.ts'
import type { Edit } from './edits.ts'
import { formOf, type MedicineFormValues, validateForm } from './form-values.ts'

/** A version of a medicine as the form shows it, and its ETag. */
export interface Version {
  values: MedicineFormValues
  etag: string
}

/** Names no version: what stands on it is never saved without a look at what is stored by then. */
const UNKNOWN_ETAG = '"0"'

export function versionOf({ medicine, etag }: LoadedMedicine): Version {
  return { values: formOf(medicine), etag }
}

/**
 * The version that a draft was typed upon. It is the one that the form goes on with: what was sold meanwhile must be
 * noticed, not overwritten. Of a draft of an older build only the fields that were typed are known.
 */
export function versionOfDraft({ opened, edits }: Draft, current: Version): Version {
  if (opened) return opened
  return { values: changed(current.values, edits, 'from'), etag: UNKNOWN_ETAG }
}

/** The draft again, unless what it makes of the medicine is stored already: its save arrived, its answer did not. */
export function stillToDo(draft: Draft | null, current: Version): Draft | null {
  if (draft === null) return null
  const typed = changed(versionOfDraft(draft, current).values, draft.edits, 'to')
  return isSameMedicine(typed, current.values) ? null : draft
}

/** Whether both would be stored alike: `15.20` is `15.2`. */
export function isSameMedicine(typed: MedicineFormValues, stored: MedicineFormValues): boolean {
  return JSON.stringify(validateForm(typed)) === JSON.stringify(validateForm(stored))
}

function changed(values: MedicineFormValues, edits: Edit[], side: 'from' | 'to'): MedicineFormValues {
  const copy = structuredClone(values)
  for (const edit of edits) set(copy, edit.field, edit[side])
  return copy
}
