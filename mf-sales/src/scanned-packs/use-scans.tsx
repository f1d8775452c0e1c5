import { readsAsPackCode, type ScannedPack } from '@mms/contracts'
import { numberOf } from '@mms/sdk/form-rules'
import { Button, Dialog } from '@mms/ui'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { emptyForm } from '../draft/form-values.ts'
import type { FieldElements } from '../draft/use-field-elements.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'
import type { TypedText } from '../medicines/medicine-picker.tsx'
import { beepRefusal } from '../scanner/beep.ts'
import { notifyRefusal } from '../scanner/refuse.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import * as words from '../words/scanned-packs.ts'
import { readScan } from './scanned-medicine.ts'
import { batchNumberOf, PACK_PUT_ASIDE, useScannedBatch, warnOfExpired } from './use-scanned-batch.ts'

interface Options {
  form: TransactionFormApi
  elements: FieldElements
  submit: (by: 'scan') => boolean
  typed: RefObject<TypedText | null>
}

const isSameBatch = (pack: ScannedPack, before: ScannedPack | undefined) =>
  (!pack.batch || batchNumberOf(pack) === (before && batchNumberOf(before))) &&
  (!pack.expiryDate || pack.expiryDate === before?.expiryDate)

/**
 * Scanning another code records the current sale and picks the new medicine. Scanning the same code adds one.
 * A medicine picked by hand is neither recorded nor replaced. A refused sale in the form returns to its card.
 */
export function useScans({ form, elements, submit, typed }: Options) {
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
      return notifyRefusal(words.notRecordedYet(before.name), words.recordFirst)
    } else if (before && !submit('scan')) return beepRefusal()
    else pick(medicine, pack)
  }
  /** An expired pack is never sold under a valid batch. For other types the user is only warned. */
  const takeUnexpired = (pack: ScannedPack, medicine: PickedMedicine) => {
    const isSale = form.read().type === 'sale'
    const isExpired = warnOfExpired(pack, medicine, isSale ? PACK_PUT_ASIDE : '')
    if (!(isSale && isExpired)) take(pack, medicine)
  }
  const question = useBatchQuestion(takeUnexpired)
  const onScan = (code: string) => {
    const scan = readScan(code, words.nothingRecorded)
    if ('refusal' in scan) return notifyRefusal(...scan.refusal)
    question.settle(scan.pack, scan.medicine, packsOf(scan.medicine)[0])
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
  return { question: question.dialog, onKeyDown: useSlowCodes(form, typed, onScan) }
}

type PacksOf = (medicine: PickedMedicine) => readonly ScannedPack[]

function useScannedPacks(form: TransactionFormApi) {
  const scanned = useRef<{ id: string; key: string; packs: readonly ScannedPack[] } | null>(null)
  const packsOf: PacksOf = ({ _id }) =>
    scanned.current?.id === _id && scanned.current.key === form.readKey() ? scanned.current.packs : []
  const remember = (medicine: PickedMedicine, pack: ScannedPack) => {
    scanned.current = { id: medicine._id, key: form.readKey(), packs: [pack, ...packsOf(medicine)] }
  }
  return { packsOf, isScanned: (medicine: PickedMedicine) => packsOf(medicine).length > 0, remember }
}

function useJudgedAsSale(
  form: TransactionFormApi,
  packsOf: PacksOf,
  takeBatch: ReturnType<typeof useScannedBatch>,
): void {
  const { type } = form.values
  const judge = useEffectEvent(() => {
    const { medicine } = form.read()
    if (!medicine) return
    const packs = packsOf(medicine)
    if (packs.some((pack) => warnOfExpired(pack, medicine, PACK_PUT_ASIDE))) form.choose(null)
    else takeBatch(medicine, packs)
  })
  useEffect(() => {
    if (type === 'sale') judge()
  }, [type])
}

/** A second Enter within this time (ms) comes from the scanner, not from the user. */
const ECHO_MS = 100

/** Handles codes in the picker or in Quantity that were typed too slowly to be recognised as a scan. */
function useSlowCodes(
  form: TransactionFormApi,
  typed: RefObject<TypedText | null>,
  onScan: (code: string) => void,
) {
  const run = useRef({ text: '', before: '' })
  const takenAt = useRef(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent) => {
    const { key, target, timeStamp } = event
    if (!(target instanceof HTMLInputElement)) return
    const { name, value } = target
    const { text, before } = run.current
    if (key.length === 1)
      run.current = text === value ? { text: text + key, before } : { text: key, before: value }
    const isEcho = timeStamp - takenAt.current < ECHO_MS
    const isWhole = target.role === 'combobox' || (name === 'quantity' && value === text)
    if (key !== 'Enter' || !(isEcho || (isWhole && readsAsPackCode(value)))) return
    event.preventDefault()
    event.stopPropagation()
    if (isEcho) return
    takenAt.current = timeStamp
    if (name === 'quantity') form.set('quantity', before)
    else typed.current?.write('')
    onScan(value)
  }
}

interface Scanned {
  pack: ScannedPack
  medicine: PickedMedicine
}

/** Asks which part of a scanned number is the batch, unless the pack scanned before has the same batch. */
function useBatchQuestion(take: (pack: ScannedPack, medicine: PickedMedicine) => void) {
  const [asked, ask] = useState<Scanned | null>(null)
  const [answered, setAnswered] = useState<Scanned | null>(null)
  const takeAnswer = useEffectEvent(({ pack, medicine }: Scanned) => take(pack, medicine))
  // Use an effect: the closing dialog must give the focus back first.
  useEffect(() => {
    if (answered) takeAnswer(answered)
  }, [answered])
  const answer = (pack?: ScannedPack) => {
    ask(null)
    if (asked && pack) setAnswered({ ...asked, pack })
  }
  return {
    dialog: asked ? <BatchDialog {...asked} onAnswer={answer} /> : null,
    settle: (pack: ScannedPack, medicine: PickedMedicine, before: ScannedPack | undefined) => {
      const readings = readingsOf(pack)
      const known = readings.length > 1 ? readings.find(({ batch }) => batch === before?.batch) : pack
      if (known) return take(known, medicine)
      beepRefusal()
      ask({ pack, medicine })
    },
  }
}

function readingsOf({ doubts = [], ...whole }: ScannedPack): ScannedPack[] {
  return [whole, ...doubts.map((reading) => ({ ...whole, ...reading }))]
}

interface Props extends Scanned {
  onAnswer: (pack?: ScannedPack) => void
}

/** Focus starts on Close, so that the Enter of the next scan answers nothing. */
const BatchDialog = ({ pack, medicine, onAnswer }: Props) => (
  <Dialog
    open
    role="alertdialog"
    title={words.whichNumber}
    onClose={() => onAnswer()}
    footer={readingsOf(pack).map((reading) => (
      <Button key={reading.batch} variant="outline" onClick={() => onAnswer(reading)}>
        {reading.batch}
      </Button>
    ))}
  >
    {words.whichNumberText(medicine.name)}
  </Dialog>
)
