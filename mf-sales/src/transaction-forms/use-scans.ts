import { readPackCode, type ScannedPack } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import type { RefObject } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'
import type { TypedText } from '../medicines/medicine-picker.tsx'
import { beepRefusal } from '../scanner/beep.ts'
import { named, refuse } from '../scanner/refuse.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import { emptyForm } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { Submitter } from './use-questions.ts'
import { ASIDE, batchNumberOf, useScannedBatch, warnOfExpired } from './use-scanned-batch.ts'
import { useJudgedAsSale, useScannedPacks } from './use-scanned-packs.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

interface Options {
  form: TransactionFormApi
  elements: FieldElements
  /** Records what is in the form; false when it is not complete. */
  submit: (by: Submitter) => boolean
  /** What stands in the picker, and how it is put back. */
  typed: RefObject<TypedText | null>
}

/** A pack that says that it is of another batch, or of another date, is one of its own. */
const isSameBatch = (pack: ScannedPack, before: ScannedPack | undefined) =>
  (!pack.batch || batchNumberOf(pack) === (before && batchNumberOf(before))) &&
  (!pack.expiryDate || pack.expiryDate === before?.expiryDate)

/**
 * What a scan means, as on a till: a code picks its medicine, the same code again is one more of it, and another code
 * records what was scanned before it. What was picked by hand is neither recorded nor lost by a scan: it asks. What was
 * refused and stands in the form again goes back to its card.
 */
export function useScans({ form, elements, submit, typed }: Options): void {
  const { packsOf, isScanned, remember } = useScannedPacks(form)
  const isOneMore = (medicine: PickedMedicine, pack: ScannedPack) =>
    !isScanned(medicine) || isSameBatch(pack, packsOf(medicine)[0])
  const takeBatch = useScannedBatch(form)
  useJudgedAsSale(form, packsOf, takeBatch)
  const pick = (medicine: PickedMedicine, pack: ScannedPack) => {
    typed.current?.write('')
    form.choose(medicine)
    elements.focusOn('quantity', emptyForm.quantity)
    remember(medicine, pack)
    takeBatch(medicine, [pack])
  }
  const countOneMore = (medicine: PickedMedicine, pack: ScannedPack) => {
    const count = numberOf(form.read().quantity)
    const isCounted = isScanned(medicine)
    const quantity = isCounted && count >= 1 ? String(count + 1) : form.read().quantity
    remember(medicine, pack)
    form.set('quantity', quantity)
    elements.focusOn('quantity', quantity)
    if (!isCounted) takeBatch(medicine, [pack])
  }
  const take = (pack: ScannedPack, medicine: PickedMedicine) => {
    const before = form.read().medicine
    if (before?._id === medicine._id && isOneMore(medicine, pack)) countOneMore(medicine, pack)
    else if (form.isHeld()) pick(medicine, pack)
    else if (before && !isScanned(before)) {
      return refuse(
        `${before.name} is not recorded yet`,
        'Enter records it, Escape clears it. Then scan again.',
      )
    } else if (before && !submit('scan')) return beepRefusal()
    else pick(medicine, pack)
  }
  /** An expired pack is not sold in the name of a batch that is good; whatever else is done with it, the user hears of it. */
  const takeUnexpired = (pack: ScannedPack, medicine: PickedMedicine) => {
    const isSale = form.read().type === 'sale'
    const isExpired = warnOfExpired(pack, medicine, isSale ? ASIDE : '')
    if (!(isSale && isExpired)) take(pack, medicine)
  }
  const onScan = (code: string) => {
    const pack = readPackCode(code, storeToday())
    if (document.querySelector('dialog[open]')) {
      return refuse(
        `The barcode ${named(pack.text)} was not taken`,
        'Answer the question on the screen, then scan again.',
      )
    }
    if (catalogue.state().status !== 'ready') {
      return refuse(`The barcode ${named(pack.text)} was not taken`, 'Medicines are loading. Scan it again.')
    }
    const barcode = /\D/.test(pack.text) ? pack.gtin : pack.text
    if (!barcode) return refuse(`No barcode could be read in “${named(pack.text)}”`, 'Nothing was recorded.')
    const medicine = catalogue.findBarcode(pack.gtin ?? barcode)
    if (medicine) takeUnexpired(pack, medicine)
    else refuse(`No medicine has the barcode ${barcode}`, 'Nothing was recorded.')
  }
  const snapshot = () => {
    const before = form.read()
    const text = before.medicine ? '' : (typed.current?.read() ?? '')
    return () => {
      typed.current?.write(text)
      form.restore(before)
    }
  }
  useScanner({ snapshot, onScan, isKnown: (code) => catalogue.findBarcode(code) !== undefined })
}
