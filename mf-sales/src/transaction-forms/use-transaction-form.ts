import { newKey, outbox } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { type Draft, drafts, type Origin, originOf } from './draft.ts'
import {
  bodyOf,
  emptyForm,
  type FieldErrors,
  type FieldName,
  isEmpty,
  type TransactionFormValues,
  typedPart,
  validateForm,
} from './form-values.ts'

interface FormState {
  values: TransactionFormValues
  errors: FieldErrors
  /** Why the last Enter recorded nothing. From then on every stroke is judged. */
  problem: string | null
}

export interface TransactionFormApi extends FormState {
  /** What is typed at this moment, which may be ahead of what is drawn. */
  read: () => TransactionFormValues
  set: <Field extends FieldName>(field: Field, value: TransactionFormValues[Field]) => void
  /** A medicine that is picked begins another sale: a key of its own, its price, and one of it. */
  choose: (medicine: PickedMedicine | null) => void
  /** No medicine, and what comes next is a sale of its own: it takes the place of nothing. */
  clear: () => void
  /** What a scanner typed into a field is taken back. */
  restore: (values: TransactionFormValues) => void
  refuse: (problem: string, errors: FieldErrors) => void
  /** What was refused stands in the form again, as a draft of its own; `refused` is its old key. */
  giveBack: (draft: Draft, refused: string, problem: string, errors: FieldErrors) => void
  /** Whether what stands in the form was refused, and not changed to another sale since. */
  isHeld: () => boolean
  /** Idempotency-Key of what is being typed. */
  readKey: () => string
  /** What it was before, where it is a transaction that is being changed. */
  readOrigin: () => Origin
  /** What is typed under this key was taken: the next one begins. */
  finish: (key: string) => void
}

/** One of the medicine, at its price; the note stays. */
const beginWith = (medicine: PickedMedicine | null) => ({
  medicine,
  quantity: emptyForm.quantity,
  unitPrice: medicine?.unitPrice.toFixed(2) ?? '',
  newUnitPrice: '',
  newExpiryDate: '',
  pack: null,
  ...noBatch,
})

/** A number that is typed is not one that is chosen. */
const noBatch = {
  ...{ batch: '', batchReason: '', foundNumber: '', foundExpiryDate: '' },
  ...{ batchPrice: '', batchMrp: '', batchSupplier: '', batchReturnBy: '' },
}

const blank = (values: TransactionFormValues): FormState => ({ values, errors: {}, problem: null })

interface FormOptions {
  userId: string
  startWith: Draft | undefined
  /** Which refused entry of the outbox stands in the form: its key, or null. */
  onHold: (refused: string | null) => void
}

/** What is typed with its key, stored at every stroke. */
function useKeptState({ userId, startWith }: FormOptions) {
  const [first] = useState(() => startWith ?? drafts.open(userId))
  const key = useRef(first.key)
  const origin = useRef<Origin>(originOf({ replaces: first.replaces, madeAt: first.madeAt }))
  const latest = useRef(blank(first.values))
  const [drawn, draw] = useState(() => blank(first.values))
  const keep = () => {
    const { values } = latest.current
    // An empty form is not kept: two tabs that were opened on it have nothing in common, and its type is for one visit.
    if (isEmpty(values)) drafts.remove(userId, key.current)
    else drafts.save(userId, { ...origin.current, key: key.current, values })
  }
  const write = (next: FormState) => {
    latest.current = next
    draw(next)
    keep()
  }
  const keepFirst = useEffectEvent(keep)
  useEffect(() => keepFirst(), [])
  return { key, origin, latest, drawn, keep, write }
}

/** Which refused entry of the outbox stands in the form. */
function useHeld(onHold: FormOptions['onHold']) {
  const held = useRef<string | null>(null)
  useEffect(() => () => onHold(null), [onHold])
  const hold = (refused: string | null) => {
    if (refused === held.current) return
    held.current = refused
    onHold(refused)
  }
  return [() => held.current, hold] as const
}

/**
 * The form's state, kept in the browser together with its key at every stroke. It is read from where it is written,
 * not from what was drawn last: fingers are faster than a slow machine draws.
 */
export function useTransactionForm(options: FormOptions): TransactionFormApi {
  const { userId } = options
  const { key, origin, latest, drawn, keep, write } = useKeptState(options)
  const [readHeld, hold] = useHeld(options.onHold)
  const read = () => latest.current.values
  const change = (parts: Partial<TransactionFormValues>) => {
    const { values, problem } = latest.current
    const next = { ...values, ...parts }
    const result = problem === null ? null : validateForm(next)
    write(result && 'errors' in result ? { values: next, errors: result.errors, problem } : blank(next))
  }
  const finish = (taken: string) => {
    drafts.remove(userId, taken)
    if (taken !== key.current) return
    const refused = readHeld()
    if (refused) outbox.forget(refused)
    hold(null)
    key.current = newKey()
    origin.current = {}
    const { type, direction } = read()
    write(blank({ ...emptyForm, type, direction }))
  }
  const changeKey = () => {
    key.current = newKey()
    keep()
  }
  const choose = (medicine: PickedMedicine | null) => {
    // Its card says it from now on.
    if (readHeld()) latest.current = blank(read())
    hold(null)
    // Also when it is the same that stood here: the draft may be the one that another tab shows, for its own customer.
    if (medicine) {
      key.current = newKey()
      // Of another medicine it is another sale, made now; it still takes the place of what was taken back for it.
      if (medicine._id !== read().medicine?._id)
        origin.current = originOf({ replaces: origin.current.replaces, madeAt: undefined })
    }
    change(beginWith(medicine))
  }
  useSubmittedElsewhere({ read, key, finish, changeKey })
  return {
    ...drawn,
    read,
    set: (field, value) => {
      // A batch that is chosen is meant, whatever was scanned; the number of a delivery is that of its pack, corrected.
      const isChosen = field === 'batch' && read().type !== 'purchase'
      change({ ...(field === 'type' && noBatch), ...(isChosen && { pack: null }), [field]: value })
    },
    choose,
    clear: () => {
      drafts.remove(userId, key.current)
      key.current = newKey()
      origin.current = {}
      choose(null)
    },
    restore: (values) => change(values),
    refuse: (problem, errors) => write({ values: read(), errors, problem }),
    giveBack: (draft, refused, problem, errors) => {
      key.current = draft.key
      origin.current = originOf({ replaces: undefined, madeAt: draft.madeAt })
      hold(refused)
      write({ values: draft.values, errors, problem })
    },
    isHeld: () => readHeld() !== null,
    readKey: () => key.current,
    readOrigin: () => origin.current,
    finish,
  }
}

interface Shown extends Pick<TransactionFormApi, 'read' | 'finish'> {
  key: { readonly current: string }
  /** What is typed is not what was sent under its key: it goes under another. */
  changeKey: () => void
}

/**
 * Another tab showed the same draft and has submitted it. The same contents were the same sale: the form is done.
 * Other contents are another one, with a key of its own.
 */
function useSubmittedElsewhere({ read, key, finish, changeKey }: Shown): void {
  const follow = useEffectEvent((changed: string, submitted: object | undefined) => {
    if (changed !== key.current) return
    const typed = validateForm(read())
    const mine = 'body' in typed ? typed.body : bodyOf(read())
    if (JSON.stringify(typedPart(submitted)) === JSON.stringify(typedPart(mine))) finish(changed)
    else changeKey()
  })
  useEffect(
    () =>
      outbox.onChange(({ key: changed, entry, before, elsewhere }) => {
        if (elsewhere) follow(changed, (entry ?? before)?.body)
      }),
    [],
  )
}
