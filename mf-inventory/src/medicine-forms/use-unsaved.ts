import { useSession } from '@mms/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { type Edit, editsBetween } from './edits.ts'
import type { MedicineFormValues } from './form-values.ts'
import type { MedicineFormApi } from './use-medicine-form.ts'

export interface Unsaved {
  /** Whether something typed would be lost now. */
  isUnsaved: () => boolean
  /** It was saved, or given up: leaving is free and the draft is forgotten. */
  release: () => void
  /** What was typed on an earlier visit and stands in the form again. */
  restored: Edit[]
  /** Takes what was restored out again. */
  discard: () => void
}

/**
 * Watches over what is typed and not saved. It is also kept as a draft in this tab, so that it survives a reload and
 * the end of the session: who signs in again finds it in the form. `name` tells the drafts of a person apart.
 */
export function useUnsaved(form: MedicineFormApi, name: string): Unsaved {
  const key = useSession((session) => `${session.user?.id}.${name}`)
  const firstKey = useRef(key).current
  const isDirty = form.formState.isDirty
  const defaults = form.formState.defaultValues as MedicineFormValues
  const state = useRef({ isUnsaved: false, isReleased: false, defaults })
  const [restored, setRestored] = useState<Edit[]>([])

  useEffect(() => {
    Object.assign(state.current, { isUnsaved: isDirty && !state.current.isReleased, defaults })
  }, [isDirty, defaults])

  useEffect(() => {
    const draft = readDraft(firstKey)
    for (const edit of draft) form.setValue(edit.field, edit.to, { shouldDirty: true, shouldValidate: true })
    setRestored(draft)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (!state.current.isReleased) keepDraft(firstKey, editsBetween(state.current.defaults, values))
      },
    })
  }, [form, firstKey])

  const isUnsaved = useCallback(() => state.current.isUnsaved, [])
  const release = useCallback(() => {
    Object.assign(state.current, { isUnsaved: false, isReleased: true })
    forgetDraft(firstKey)
  }, [firstKey])
  const discard = useCallback(() => {
    form.reset()
    forgetDraft(firstKey)
    setRestored([])
  }, [form, firstKey])
  return { isUnsaved, release, restored, discard }
}
