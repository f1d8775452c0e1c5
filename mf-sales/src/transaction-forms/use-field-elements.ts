import { unreadable } from '@mms/sdk/form-rules'
import { useState } from 'react'
import { type FieldErrors, type FieldName, fieldLabels } from './form-values.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** The controls of the form, so that the focus moves in the very task of the key that moves it. */
export interface FieldElements {
  refOf: (field: FieldName) => (control: Control | null) => void
  focus: (field: FieldName) => void
  /** With all that stands in it selected: what is typed next replaces it. */
  select: (field: FieldName) => void
  /** Shows `value` at once, selected: what is typed next replaces it. */
  focusOn: (field: FieldName, value: string) => void
  /** The same, only where the focus is there already. */
  showSelected: (field: FieldName, value: string) => void
  /** Whether nothing is typed in another field of the form: the focus is in this one or elsewhere on the page. */
  isRestingAt: (field: FieldName) => boolean
  /** What is wrong with fields that the browser takes for empty, and are not. */
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
    // Written now and drawn the same later: a value that is drawn into a selected field would lose the selection.
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
