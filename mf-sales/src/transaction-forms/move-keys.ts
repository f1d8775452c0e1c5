import { notify } from '@mms/sdk'
import type { KeyboardEvent } from 'react'
import { beepUnlessScanned } from '../scanner/beep.ts'
import type { FieldName } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

const numberFields: ReadonlySet<FieldName> = new Set(['quantity', 'unitPrice', 'newUnitPrice'])

/**
 * Redirects keys typed into the wrong field, including the first: the browser types it where the focus is by
 * then. A letter in a number field starts a new medicine, even while that field's question is open. A digit
 * in an empty Note starts a code if no medicine is chosen and the picker is empty.
 */
export function moveKeys(
  event: KeyboardEvent,
  form: TransactionFormApi,
  elements: FieldElements,
  readPicker: () => string,
): void {
  const { key, ctrlKey, altKey, metaKey, target } = event
  if (ctrlKey || altKey || metaKey || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
    return
  const { medicine, quantity, note } = form.read()
  const field = target.name as FieldName
  const isLetter = numberFields.has(field) && /^\p{L}$/u.test(key)
  const isCode =
    field === 'note' && note === '' && !medicine && /^\d$/.test(key) && readPicker().trim() === ''
  if (!isLetter && !isCode) return
  elements.select('medicine')
  if (!medicine) return
  beepUnlessScanned(() =>
    notify.info(`${medicine.name} × ${quantity || 0} was not recorded`, 'Another medicine was typed.'),
  )
}
