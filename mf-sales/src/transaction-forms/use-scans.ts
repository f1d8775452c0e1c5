import { notify } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { typeAhead } from '@mms/ui'
import { type RefObject, useRef } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import type { TypedText } from '../medicines/medicine-picker.tsx'
import { beepRefusal } from '../scanner/beep.ts'
import { findCode } from '../scanner/find-code.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import { emptyForm } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { Submitter } from './use-questions.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

interface Options {
  form: TransactionFormApi
  elements: FieldElements
  /** Records what is in the form; false when it is not complete. */
  submit: (by: Submitter) => boolean
  /** What stands in the picker, and how it is put back. */
  typed: RefObject<TypedText | null>
}

function refuse(sentence: string, detail: string): void {
  beepRefusal()
  notify.error(sentence, detail)
}

/**
 * What a scan means, as on a till: a code picks its medicine, the same code again is one more of it, and another code
 * records what was scanned before it. What was picked by hand is neither recorded nor lost by a scan: it asks.
 */
export function useScans({ form, elements, submit, typed }: Options): void {
  const scanned = useRef({ id: '', key: '' })
  const remember = ({ _id }: PickedMedicine) => {
    scanned.current = { id: _id, key: form.readKey() }
  }
  // Not one of the sale before, nor one that was picked by hand.
  const isScanned = ({ _id }: PickedMedicine) =>
    scanned.current.id === _id && scanned.current.key === form.readKey()

  const pick = (medicine: PickedMedicine) => {
    typed.current?.write('')
    form.choose(medicine)
    elements.focusOn('quantity', emptyForm.quantity)
    remember(medicine)
  }
  const countOneMore = (medicine: PickedMedicine) => {
    const count = numberOf(form.read().quantity)
    const quantity = isScanned(medicine) && count >= 1 ? String(count + 1) : form.read().quantity
    remember(medicine)
    form.set('quantity', quantity)
    elements.focusOn('quantity', quantity)
  }
  const take = (code: string, medicine: PickedMedicine | undefined) => {
    if (!medicine) return refuse(`No medicine has the barcode ${code}`, 'Nothing was recorded.')
    const before = form.read().medicine
    if (before?._id === medicine._id) return countOneMore(medicine)
    if (before && !isScanned(before)) {
      return refuse(
        `${before.name} is not recorded yet`,
        'Enter records it, Escape clears it. Then scan again.',
      )
    }
    if (before && !submit('scan')) return beepRefusal()
    pick(medicine)
  }
  const onScan = (code: string) => {
    if (document.querySelector('dialog[open]')) {
      return refuse(
        `The barcode ${code} was not taken`,
        'Answer the question on the screen, then scan again.',
      )
    }
    const found = findCode(code)
    if (!(found instanceof Promise)) return take(code, found)
    let isGivenUp = false
    typeAhead.hold(() => {
      isGivenUp = true
    })
    const release = (first: () => void) => {
      if (!isGivenUp) typeAhead.release(first)
    }
    found.then(
      (medicine) => release(() => take(code, medicine)),
      () => release(() => refuse(`The barcode ${code} could not be looked up`, 'Please scan it again.')),
    )
  }
  const snapshot = () => {
    const before = form.read()
    const text = before.medicine ? '' : (typed.current?.read() ?? '')
    return () => {
      typed.current?.write(text)
      form.restore(before)
    }
  }
  useScanner({ snapshot, onScan })
}
