import { unreadable } from '@mms/sdk/form-rules'
import { useState } from 'react'
import { type FieldErrors, type FieldName, fieldLabels } from './form-values.ts'

type Control = HTMLInputElement | HTMLSelectElement

export type FieldElements = ReturnType<typeof createFieldElements>

export const useFieldElements = () => useState(createFieldElements)[0]

/** Direct access to the inputs, so that the focus moves before the next key arrives. */
function createFieldElements() {
  const controls = new Map<FieldName, Control>()
  const refs = new Map<FieldName, (control: Control | null) => void>()
  const focus = (field: FieldName) => controls.get(field)?.focus()
  const focusOn = (field: FieldName, value: string) => {
    const control = controls.get(field)
    if (!(control instanceof HTMLInputElement)) return
    // Write the value before selecting it, because drawing by React would drop the selection.
    control.value = value
    control.focus()
    control.select()
  }
  return {
    refOf(field: FieldName) {
      const known = refs.get(field)
      if (known) return known
      const ref = (control: Control | null) => {
        if (control) controls.set(field, control)
        else controls.delete(field)
      }
      refs.set(field, ref)
      return ref
    },
    focus,
    select(field: FieldName) {
      const control = controls.get(field)
      control?.focus()
      if (control instanceof HTMLInputElement) control.select()
    },
    focusOn,
    showSelected(field: FieldName, value: string) {
      if (document.activeElement === controls.get(field)) focusOn(field, value)
    },
    isRestingAt(field: FieldName) {
      const control = controls.get(field)
      const { activeElement } = document
      return control !== undefined && (activeElement === control || !control.form?.contains(activeElement))
    },
    /** Errors of number fields whose text the browser cannot parse and reports as empty. */
    unreadable: (): FieldErrors => unreadable(fieldLabels, (field) => controls.get(field)),
  }
}
