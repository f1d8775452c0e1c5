import { type Draft, type Edit, setValueAt } from '@mms/sdk/forms'
import type { LoadedMedicine } from './api.ts'
import { type FieldName, formOf, type MedicineFormValues, medicineRules } from './form-values.ts'

export type MedicineDraft = Draft<MedicineFormValues, FieldName>
export type MedicineEdit = Edit<FieldName>

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
export function versionOfDraft({ opened, edits }: MedicineDraft, current: Version): Version {
  if (opened) return opened
  return { values: changed(current.values, edits, 'from'), etag: UNKNOWN_ETAG }
}

/** The draft again, unless what it makes of the medicine is stored already: its save arrived, its answer did not. */
export function stillToDo(draft: MedicineDraft | null, current: Version): MedicineDraft | null {
  if (draft === null) return null
  const typed = changed(versionOfDraft(draft, current).values, draft.edits, 'to')
  return isSameMedicine(typed, current.values) ? null : draft
}

/** Whether both would be stored alike: `15.20` is `15.2`. */
export function isSameMedicine(typed: MedicineFormValues, stored: MedicineFormValues): boolean {
  return JSON.stringify(medicineRules.validate(typed)) === JSON.stringify(medicineRules.validate(stored))
}

function changed(values: MedicineFormValues, edits: MedicineEdit[], side: 'from' | 'to'): MedicineFormValues {
  const copy = structuredClone(values)
  for (const edit of edits) setValueAt(copy, edit.field, edit[side])
  return copy
}
