import {
  aboveMrpText,
  type ComparedMedicine,
  type CreateTransaction,
  type Question,
  questionsOf,
  unitsBeforeExpiry,
} from '@mms/contracts'
import { storeDateOf, storeToday } from '@mms/sdk'
import { useSeen } from '@mms/ui'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MedicineBatch } from '../batches/api.ts'
import { batchChoicesOf, batchOfSale, CHOOSE_BATCH } from '../batches/choices.ts'
import { useBatches } from '../batches/use-batches.ts'
import { questionsOfDelivery, refusalOfDelivery, useLastDelivery } from '../deliveries/delivery-rules.ts'
import type { DraftOrigin } from '../draft/draft.ts'
import {
  CORRECT_FIELDS,
  type FieldName,
  type FormRefusal,
  fieldLabels,
  validateForm,
} from '../draft/form-values.ts'
import type { FieldElements } from '../draft/use-field-elements.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'
import { readLimits, useFreshLimits } from '../questions/limits.ts'
import type { useReturnable } from '../returns/use-returnable.ts'
import { beepRefusal } from '../scanner/beep.ts'
import * as words from '../words/counter.ts'

interface Options {
  form: TransactionFormApi
  elements: FieldElements
  medicine: PickedMedicine | null
  returnable: ReturnType<typeof useReturnable>
}

/** A scan can submit a transaction, but it cannot confirm a question. */
export type Submitter = 'person' | 'scan'

export type SaleQuestions = ReturnType<typeof useQuestions>

const nothing = { asked: null as Question | null, confirmed: new Set<string>() }

/** Keys that type no text. After any other key, the next Enter no longer confirms the question. */
const silent = /^(Enter|Tab|Shift|Control|Alt|Meta|CapsLock|F\d+)$/

/** The first Enter asks, the second confirms. A confirmation holds for this sale's values only. */
export function useQuestions({ form, elements, medicine, returnable }: Options) {
  useFreshLimits(medicine !== null)
  const batchRules = useBatchRules({ form, medicine })
  const state = useRef(nothing)
  const [asked, draw] = useState<Question | null>(null)
  const seen = useSeen(asked)
  const change = (parts: Partial<typeof nothing>) => {
    state.current = { ...state.current, ...parts }
    draw(state.current.asked)
  }
  const questionKey = ({ code, value, compared }: Question, { type, direction }: CreateTransaction) =>
    JSON.stringify([form.readKey(), type, direction, code, value, compared])
  const questionsAbout = (body: CreateTransaction, picked: PickedMedicine) => [
    ...questionsOn(body, medicine?._id === picked._id ? medicine : picked, returnable),
    ...batchRules.questionsOn(body, picked),
  ]
  const ask = (question: Question) => {
    seen.end()
    change({ asked: question })
    elements.focusOn(question.field, form.read()[question.field])
    beepRefusal()
    return null
  }
  /** Returns the confirmed questions. Null if one is still open or the sale is impossible. */
  const confirm = (body: CreateTransaction, picked: PickedMedicine, by: Submitter) => {
    const refusal = batchRules.refusalOf(body)
    if (refusal) {
      change(nothing)
      return showRefusal(refusal, form, elements)
    }
    const questions = questionsAbout(body, picked)
    const isOpen = (question: Question) => !state.current.confirmed.has(questionKey(question, body))
    const [first] = questions.filter(isOpen)
    const { asked: before, confirmed } = state.current
    if (first && before && by === 'person' && questionKey(before, body) === questionKey(first, body)) {
      if (!seen.isPainted()) return null
      change({ asked: null, confirmed: new Set([...confirmed, questionKey(first, body)]) })
    }
    const next = questions.find(isOpen)
    if (next) return ask(next)
    change(nothing)
    return questions.map(({ code, value, compared }) => ({ code, value, compared }))
  }
  const withdraw = useEffectEvent(() => {
    const { asked: open, confirmed } = state.current
    if (!open && confirmed.size === 0) return
    const typed = validateForm(form.read())
    const names =
      'body' in typed
        ? questionsAbout(typed.body, typed.medicine).map((question) => questionKey(question, typed.body))
        : []
    change({
      asked: open && 'body' in typed && names.includes(questionKey(open, typed.body)) ? open : null,
      confirmed: new Set([...confirmed].filter((name) => names.includes(name))),
    })
  })
  // Any change of the form withdraws the confirmation, even a change that is undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of the form
  useEffect(() => withdraw(), [form.values])
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { asked: open } = state.current
    if (open && event.key === 'Enter' && !seen.isSeenAt(event.timeStamp)) event.preventDefault()
    seen.noteKey(event.timeStamp)
    if (!open || silent.test(event.key)) return false
    change({ asked: null })
    if (event.key === 'Escape') elements.focusOn(open.field, form.read()[open.field])
    return event.key === 'Escape'
  }
  return { asked, confirm, onKeyDown }
}

function useBatchRules({ form, medicine }: Pick<Options, 'form' | 'medicine'>) {
  const { type } = form.values
  const batches = useBatches(type === 'return' ? undefined : medicine?._id)
  const last = useLastDelivery(medicine?._id, type)
  return {
    refusalOf: (body: CreateTransaction): FormRefusal | undefined =>
      refusalOfSale(body, { medicine, batches, origin: form.readOrigin() }) ??
      refusalOfFound(body, { batches }) ??
      refusalOfWriteOff(body, { medicine, batches }) ??
      refusalOfDelivery(body, { batches, last }),
    questionsOn: (body: CreateTransaction, picked: PickedMedicine): Question[] =>
      questionsOfDelivery(body, picked, { batches }),
  }
}

function showRefusal(
  { problem, errors }: FormRefusal,
  form: TransactionFormApi,
  elements: FieldElements,
): null {
  form.refuse(problem, errors)
  const wrong = (Object.keys(fieldLabels) as FieldName[]).find((field) => errors[field])
  if (wrong) elements.select(wrong)
  beepRefusal()
  return null
}

function questionsOn(body: CreateTransaction, medicine: PickedMedicine, returnable: Options['returnable']) {
  const sold = returnable.read(medicine._id)
  const questions = questionsOf(body, { ...comparedOf(medicine), sold }, readLimits(), storeToday())
  // Skip this question if an administrator must approve the return anyway.
  const isForAdmin = body.type === 'return' && returnable.needsApproval(medicine._id, body.quantity)
  return isForAdmin ? questions.filter(({ code }) => code !== 'return_above_sold') : questions
}

function comparedOf(medicine: PickedMedicine): ComparedMedicine {
  const { unitPrice, currentStock, expiryDate, mrp, usualSale, usualPurchase } = medicine
  const usual = { ...(usualSale && { sale: usualSale }), ...(usualPurchase && { purchase: usualPurchase }) }
  return { unitPrice, currentStock, expiryDate, mrp, usual }
}

interface Known {
  medicine: PickedMedicine | null
  batches: readonly MedicineBatch[]
  origin: DraftOrigin
}

/** Refuses sales without saleable stock or above MRP. The server checks sales of earlier days. */
function refusalOfSale(body: CreateTransaction, known: Known): FormRefusal | undefined {
  const { medicine, batches, origin } = known
  if (body.type !== 'sale' || medicine?._id !== body.medicineId) return undefined
  if (origin.madeAt && storeDateOf(origin.madeAt) < storeToday()) return undefined
  if (medicine.unsaleable) {
    const todo = isExpired(medicine) ? words.thenChooseExpired : ''
    const reason = medicine.unsaleable.reason.replace(/^A/, 'a')
    return { problem: words.medicineNotSold(medicine.name, reason, todo), errors: {} }
  }
  const unitPrice = aboveMrp(body, medicine, batches)
  return unitPrice === undefined ? undefined : { problem: CORRECT_FIELDS, errors: { unitPrice } }
}

function refusalOfFound(
  { type, direction = 'increase', batch }: CreateTransaction,
  { batches }: Pick<Known, 'batches'>,
): FormRefusal | undefined {
  if (type !== 'adjustment' || batch) return undefined
  const isOpen = batchChoicesOf(batches, { type, direction, today: storeToday() })?.first === CHOOSE_BATCH
  return isOpen ? { problem: CORRECT_FIELDS, errors: { batch: CHOOSE_BATCH } } : undefined
}

/** A write-off before expiry needs a note. Without batches, the medicine's expiry date decides. */
function refusalOfWriteOff(
  body: CreateTransaction,
  { medicine, batches }: Pick<Known, 'medicine' | 'batches'>,
): FormRefusal | undefined {
  if (body.type !== 'expired' || body.note !== '') return undefined
  const isExpiredUnread = batches.length === 0 && medicine !== null && isExpired(medicine)
  if (isExpiredUnread || unitsBeforeExpiry(body, batches, storeToday()) === 0) return undefined
  return { problem: CORRECT_FIELDS, errors: { note: words.reasonNeeded } }
}

/** Undefined for an unknown batch, because its MRP may be higher than the medicine's. */
function aboveMrp(
  { unitPrice, batch: named }: CreateTransaction,
  medicine: PickedMedicine,
  batches: readonly MedicineBatch[],
): string | undefined {
  const batch = batchOfSale(batches, { chosen: named?.number ?? named?._id ?? '', today: storeToday() })
  const mrp = batch && (batch.mrp ?? medicine.mrp)
  if (mrp == null || unitPrice <= mrp) return undefined
  return aboveMrpText(unitPrice, { mrp, name: medicine.name, number: batch?.number })
}
