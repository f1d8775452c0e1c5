import {
  packPaiseOf,
  packText,
  readBatchNumber,
  readsAsPackCode,
  readTypedUnits,
  type ScannedPack,
} from '@mms/contracts'
import { newKey, notify, storeToday } from '@mms/sdk'
import { Box, Button, formatDate, Grid, Text, TextField } from '@mms/ui'
import { type FormEvent, type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatPaise } from '../amounts.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'
import { MedicinePicker, type TypedText } from '../medicines/medicine-picker.tsx'
import { isExpired } from '../medicines/medicine-words.tsx'
import { readScan } from '../scanned-packs/scanned-medicine.ts'
import { beepRefusal, beepUnlessScanned } from '../scanner/beep.ts'
import { notifyRefusal } from '../scanner/refuse.ts'
import { useScanner } from '../scanner/use-scanner.ts'
import * as words from '../words/bills.ts'
import * as counterWords from '../words/counter.ts'
import * as sharedWords from '../words/shared.ts'
import {
  addUnits,
  type BillDraft,
  type BillEntry,
  draftLinesOf,
  grossOfLines,
  isUntouchedDraft,
  type SoldBatch,
  soldMedicineOf,
  type UnitsToAdd,
} from './draft.ts'
import type { JournalBill } from './journal.ts'

const ONE_PACK = '1'
/** Maximum units of a line. A larger number is a typing error. */
const MOST_UNITS = 1_000_000
/** A second Enter within this time (ms) comes from the scanner, not from the user. */
const ECHO_MS = 100

type Chosen = Pick<BillEntry, 'chosen'>

/** If the scan can be read in two ways, no batch is chosen. */
function chosenOf({ batch, expiryDate, doubts }: ScannedPack): Chosen {
  const number = readBatchNumber(batch)
  if (!number || doubts) return {}
  return {
    chosen: { number, ...(expiryDate && { expiryDate }), reason: sharedWords.scannedPack, scanned: true },
  }
}

interface Typed extends Chosen {
  billId: string
  medicine: PickedMedicine | null
  quantity: string
  batches: BillEntry['batches']
  error?: string | undefined
}

/** Time in which a key still belongs to the medicine that was typed. */
const NEXT_KEY_MS = 800

const nothing: Typed = { billId: '', medicine: null, quantity: ONE_PACK, batches: null }

/** Medicine and units as typed. Null if the quantity cannot be read. */
function soldOf({ medicine, quantity, batches, chosen }: Typed): UnitsToAdd | null {
  if (!medicine) return null
  const sold = soldMedicineOf(medicine)
  const units = readTypedUnits(quantity, sold.packSize)
  if (units === null || units > MOST_UNITS) return null
  return { id: newKey(), medicine: sold, units, batches, chosen, refusal: refusalOf(medicine, chosen) }
}

/** The server decides about a scanned batch, which may be newer than this browser's copy. */
function refusalOf(medicine: PickedMedicine, chosen: BillEntry['chosen']): BillEntry['refusal'] {
  const { expiryDate, unsaleable } = medicine
  if (chosen) return undefined
  if (unsaleable) return { message: counterWords.cannotBeSold(unsaleable.reason) }
  return expiryDate && isExpired(medicine)
    ? { message: counterWords.expiredNotSold(formatDate(expiryDate)) }
    : undefined
}

/** One more pack of a typed quantity. The loose units after the dot stay: `.10` becomes `1.10`. */
export const addPack = (quantity: string): string =>
  quantity.replace(/^\s*\d*/, (packs) => String(Number(packs) + 1))

interface Options {
  draft: BillDraft
  waiting: readonly JournalBill[]
  setDraft: (change: (draft: BillDraft) => BillDraft) => void
  onAdded: (entryId: string) => void
}

/** Calls `drop` when `isOfOther` becomes true. Returns whether another bill replaced a started one just now. */
function useDropped(draft: BillDraft, isOfOther: boolean, drop: () => void) {
  const droppedAt = useRef(Number.NEGATIVE_INFINITY)
  const shown = useRef(draft)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = draft
    const isOther = before.id !== draft.id && draft.entries.length > 0
    if (isOther && !isUntouchedDraft(before)) droppedAt.current = performance.now()
  }, [draft])
  const dropNow = useEffectEvent(() => {
    droppedAt.current = performance.now()
    drop()
  })
  useLayoutEffect(() => {
    if (isOfOther) dropNow()
  }, [isOfOther])
  return () => performance.now() - droppedAt.current < NEXT_KEY_MS
}

export function useEntryField({ draft, waiting, setDraft, onAdded }: Options) {
  const [kept, setTyped] = useState(nothing)
  // A refused bill may return while the field holds a medicine of the next one.
  const isOfOther = kept.medicine !== null && kept.billId !== draft.id
  const typed = isOfOther ? nothing : kept
  const picker = useRef<HTMLInputElement>(null)
  const quantityField = useRef<HTMLInputElement>(null)
  const text = useRef<TypedText>(null)
  const { medicine, quantity } = typed
  const hasJustDropped = useDropped(draft, isOfOther, () => {
    notify.info(words.notAdded(kept.medicine?.name ?? ''), words.anotherBillShown)
    setTyped(nothing)
  })

  const focusQuantity = (value: string) =>
    // Wait until the field is enabled, which happens in the current task.
    queueMicrotask(() => {
      const field = quantityField.current
      if (field) field.value = value
      field?.focus()
      field?.select()
    })
  const choose = (next: PickedMedicine | null, by: Chosen = {}) => {
    const batches = next && batchesOf(next, waiting)
    setTyped({ ...nothing, billId: draft.id, medicine: next, batches, ...by })
    if (!next) return picker.current?.focus()
    focusQuantity(ONE_PACK)
  }
  /** Adds the medicine to the bill. Returns false only if the quantity cannot be read. */
  const add = (from = typed): boolean => {
    if (!medicine) return true
    const sold = soldOf(from)
    if (!sold) {
      setTyped({ ...typed, error: words.quantityExample(soldMedicineOf(medicine)) })
      beepRefusal()
      focusQuantity(quantity)
      return false
    }
    onAdded(addUnits(draft, sold)[1].id)
    setDraft((draft) => addUnits(draft, sold)[0])
    choose(null)
    return true
  }
  const setQuantity = (value: string) => setTyped({ ...typed, quantity: value, error: undefined })
  const scan = (code: string) => {
    const scanned = readScan(code, words.nothingAdded)
    if ('refusal' in scanned) return notifyRefusal(...scanned.refusal)
    const { pack, medicine: found } = scanned
    if (pack.expiryDate && pack.expiryDate < storeToday())
      return notifyRefusal(words.packExpired(found.name, formatDate(pack.expiryDate)), words.putAside)
    const by = chosenOf(pack)
    text.current?.write('')
    const isOneMore = medicine?._id === found._id && by.chosen?.number === typed.chosen?.number
    // A slow scanner types its code into the quantity field. Ignore that text.
    const own = readsAsPackCode(quantity) ? { ...typed, quantity: ONE_PACK } : typed
    if (!isOneMore) return void (add(own) && choose(found, by))
    const more = addPack(own.quantity)
    setQuantity(more)
    focusQuantity(more)
  }
  const focus = () => (medicine ? focusQuantity(quantity) : picker.current?.focus())
  const hasFocus = () =>
    [picker.current, quantityField.current].some((field) => field === document.activeElement)
  const refs = { picker, quantityField, text, hasFocus, hasJustDropped }
  return { ...typed, ...refs, preview: previewOf(typed, draft), choose, add, scan, setQuantity, focus }
}

export type EntryFieldApi = ReturnType<typeof useEntryField>

/** Example: `2 strips + 4 · ₹79.33 · AB12, exp 31 May 2027`. Earlier lines may have taken the first batch. */
function previewOf(typed: Typed, { entries }: BillDraft): string | null {
  const sold = soldOf(typed)
  if (!sold) return null
  const lines = draftLinesOf([...entries, { ...sold, discount: null }]).filter(
    ({ entry }) => entry.id === sold.id,
  )
  const batches = lines.flatMap(({ batch }) => (batch ? [words.batchWords(batch)] : []))
  return [packText(sold.units, sold.medicine), formatPaise(grossOfLines(lines)), ...batches].join(' · ')
}

export function EntryField({ entry, disabled }: { entry: EntryFieldApi; disabled: boolean }) {
  const { medicine, quantity, picker, quantityField, text, scan } = entry
  const takenAt = useRef(Number.NEGATIVE_INFINITY)
  useScanner({
    snapshot: () => {
      const before = medicine ? '' : (text.current?.read() ?? '')
      return () => {
        text.current?.write(before)
        entry.setQuantity(quantity)
      }
    },
    onScan: scan,
    isKnown: (code) => catalogue.findBarcode(code) !== undefined,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) entry.add()
  }
  /** Recognises codes of a scanner that types as slowly as a person. */
  const onKeyDownCapture = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, target, timeStamp } = event
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    const isEcho = timeStamp - takenAt.current < ECHO_MS
    const isTyped = target === quantityField.current || !medicine
    if (!isEcho && !(isTyped && readsAsPackCode(target.value))) return
    event.preventDefault()
    event.stopPropagation()
    if (isEcho) return
    takenAt.current = timeStamp
    scan(target.value)
  }
  /** A letter starts the next medicine. Move the focus now, and the browser types the letter there. */
  const onQuantityKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (!medicine || ctrlKey || altKey || metaKey || !/^\p{L}$/u.test(key)) return
    picker.current?.focus()
    picker.current?.select()
    beepUnlessScanned(() => notify.info(words.notAdded(medicine.name), sharedWords.anotherMedicineTyped))
  }
  return (
    <Box>
      <form noValidate aria-label={words.addMedicine} onSubmit={onSubmit} onKeyDownCapture={onKeyDownCapture}>
        <Grid templateColumns={{ base: '1fr', md: '1fr 9rem auto' }} gap="3" alignItems="start">
          <MedicinePicker
            chosen={medicine}
            onChoose={entry.choose}
            typedRef={text}
            error={undefined}
            inputRef={picker}
          />
          <TextField
            label={sharedWords.quantity}
            name="quantity"
            inputMode="decimal"
            autoComplete="off"
            value={quantity}
            disabled={!medicine}
            error={entry.error}
            hint={words.quantityHint(medicine ?? {})}
            onChange={({ target }) => entry.setQuantity(target.value)}
            onKeyDown={onQuantityKey}
            ref={quantityField}
          />
          <Button type="submit" mt={{ md: '6' }} disabled={disabled || !medicine}>
            {words.add}
          </Button>
        </Grid>
      </form>
      <Text aria-live="polite" fontWeight="semibold" minH="6" mt="1">
        {entry.preview}
      </Text>
    </Box>
  )
}

/**
 * Batches that can be sold, the first to expire first, without the units of bills not sent yet. Null if the
 * catalogue has no batches of this medicine.
 */
function batchesOf(medicine: PickedMedicine, waiting: readonly JournalBill[]): SoldBatch[] | null {
  const today = storeToday()
  const taken = waiting.flatMap(({ body }) =>
    body.lines.filter(({ medicineId }) => medicineId === medicine._id),
  )
  const left = (number: string, stock: number) =>
    taken.reduce((sum, { batch, units }) => ((batch?.number ?? '') === number ? sum - units : sum), stock)
  return (
    medicine.batches
      ?.filter(({ expiryDate }) => expiryDate === null || expiryDate >= today)
      .map(({ number, expiryDate, stock, ...prices }) => ({
        _id: null,
        number,
        expiryDate,
        units: left(number ?? '', stock),
        ...packPaiseOf(medicine, prices),
      }))
      .filter(({ units }) => units > 0) ?? null
  )
}
