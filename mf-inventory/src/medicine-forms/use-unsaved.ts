import { useCallback, useEffect, useRef } from 'react'
import type { MedicineFormApi } from './use-medicine-form.ts'

/** Whether something typed would be lost now, and the word that it was saved. */
export function useUnsaved(form: MedicineFormApi): { isUnsaved: () => boolean; markSaved: () => void } {
  const isDirty = form.formState.isDirty
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = isDirty
  }, [isDirty])
  const isUnsaved = useCallback(() => unsaved.current, [])
  const markSaved = useCallback(() => {
    unsaved.current = false
  }, [])
  return { isUnsaved, markSaved }
}
