import { notify } from '@mms/sdk'
import type { KeyboardEvent } from 'react'
import { beepUnlessScanned } from '../scanner/beep.ts'
import type { FieldName } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

/**
 * Keys that were typed into the wrong field go where they belong, the first of them included: the browser types it where
 * the focus is by then. A letter in Quantity begins another medicine; a digit in an empty Note, while there is no
 * medicine, is a code.
 */
export function moveKeys(event: KeyboardEvent, form: TransactionFormApi, elements: FieldElements): void {
  const { key, ctrlKey, altKey, metaKey, target } = event
  if (ctrlKey || altKey || metaKey || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
    return
  const { medicine, quantity, note } = form.read()
  const field = target.name as FieldName
  const isLetter = field === 'quantity' && /^\p{L}$/u.test(key)
  const isCode = field === 'note' && note === '' && !medicine && /^\d$/.test(key)
  if (!isLetter && !isCode) return
  elements.select('medicine')
  if (!medicine) return
  beepUnlessScanned(() =>
    notify.info(`${medicine.name} × ${quantity || 0} was not recorded`, 'Another medicine was typed.'),
  )
}
