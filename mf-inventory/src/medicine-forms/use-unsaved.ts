import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetDraft, type KeptDraft, keepDraft } from './draft.ts'
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
 * Watches over what is typed and not saved. It is also kept as a draft in this tab, together with the version that it
 * stands on (`etag`, none for a new medicine), so that it survives a reload and the end of the session: who signs in
 * again finds it in the form.
 */
export function useUnsaved(form: MedicineFormApi, { key, found }: KeptDraft, etag?: string): Unsaved {
  const isDirty = form.formState.isDirty
  const defaults = form.formState.defaultValues as MedicineFormValues
  const state = useRef({ isUnsaved: false, isReleased: false, defaults, etag })
  const [restored, setRestored] = useState<Edit[]>([])

  const keep = useCallback(
    (values: MedicineFormValues) => {
      const { isReleased, defaults: standsOn, etag: version } = state.current
      if (isReleased) return
      const opened = version === undefined ? undefined : { values: standsOn, etag: version }
      keepDraft(key, { edits: editsBetween(standsOn, values), opened })
    },
    [key],
  )

  useEffect(() => {
    Object.assign(state.current, { isUnsaved: isDirty && !state.current.isReleased, defaults, etag })
  }, [isDirty, defaults, etag])

  useEffect(() => {
    const edits = found?.edits ?? []
    for (const edit of edits) form.setValue(edit.field, edit.to, { shouldDirty: true, shouldValidate: true })
    setRestored(edits)
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form, found, keep])

  // What is typed may come to stand on another version without another stroke.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are in `state`
  useEffect(() => keep(form.getValues()), [form, keep, defaults, etag])

  const isUnsaved = useCallback(() => state.current.isUnsaved, [])
  const release = useCallback(() => {
    Object.assign(state.current, { isUnsaved: false, isReleased: true })
    forgetDraft(key)
  }, [key])
  const discard = useCallback(() => {
    form.reset()
    forgetDraft(key)
    setRestored([])
  }, [form, key])
  return { isUnsaved, release, restored, discard }
}
