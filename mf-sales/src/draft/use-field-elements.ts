import { unreadable } from '@mms/sdk/form-rules'
import { useState } from 'react'
import { type FieldErrors, type FieldName, fieldLabels } from './form-values.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** Direct access to the inputs, so that the focus moves before the next key arrives. */
export interface FieldElements {
  refOf: (field: FieldName) => (control: Control | null) => void
  focus: (field: FieldName) => void
  select: (field: FieldName) => void
  focusOn: (field: FieldName, value: string) => void
  showSelected: (field: FieldName, value: string) => void
  isRestingAt: (field: FieldName) => boolean
  /** Errors of number fields whose text the browser cannot parse and reports as empty. */
  unreadable: () => FieldErrors
}

export const useFieldElements = (): FieldElements => useState(createFieldElements)[0]

function createFieldElements(): FieldElements {
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
    refOf(field) {
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
    select(field) {
      const control = controls.get(field)
      control?.focus()
      if (control instanceof HTMLInputElement) control.select()
    },
    focusOn,
    showSelected(field, value) {
      if (document.activeElement === controls.get(field)) focusOn(field, value)
    },
    isRestingAt(field) {
      const control = controls.get(field)
      const { activeElement } = document
      return control !== undefined && (activeElement === control || !control.form?.contains(activeElement))
    },
    unreadable: () => unreadable(fieldLabels, (field) => controls.get(field)),
  }
}
