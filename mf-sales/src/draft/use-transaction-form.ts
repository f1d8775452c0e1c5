import { newKey, outbox } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { type DraftOrigin, draftOriginOf, drafts, type TransactionDraft } from './draft.ts'
import {
  comparableBody,
  emptyForm,
  type FieldErrors,
  type FieldName,
  isEmptyForm,
  type TransactionFormValues,
  toRequestBody,
  validateForm,
} from './form-values.ts'

interface FormState {
  values: TransactionFormValues
  errors: FieldErrors
  problem: string | null
}

export type TransactionFormApi = ReturnType<typeof useTransactionForm>

const noBatch = {
  batch: '',
  batchReason: '',
  foundNumber: '',
  foundExpiryDate: '',
  batchPrice: '',
  batchMrp: '',
  batchSupplier: '',
  batchReturnBy: '',
}

const beginWith = (medicine: PickedMedicine | null) => ({
  ...noBatch,
  medicine,
  pack: null,
  quantity: emptyForm.quantity,
  newUnitPrice: '',
  newExpiryDate: '',
  unitPrice: medicine?.unitPrice.toFixed(2) ?? '',
})

const blank = (values: TransactionFormValues): FormState => ({ values, errors: {}, problem: null })

export interface FormOptions {
  userId: string
  startWith: TransactionDraft | undefined
  onHold: (refused: string | null) => void
}

function useKeptState({ userId, startWith }: FormOptions) {
  const [first] = useState(() => startWith ?? drafts.open(userId))
  const key = useRef(first.key)
  const origin = useRef<DraftOrigin>(draftOriginOf({ replaces: first.replaces, madeAt: first.madeAt }))
  const latest = useRef(blank(first.values))
  const [drawn, draw] = useState(() => blank(first.values))
  const keep = () => {
    const { values } = latest.current
    // Do not store empty forms: two tabs would share a draft, and the type would be kept.
    if (isEmptyForm(values)) drafts.remove(userId, key.current)
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

/** Stores every key. `read` gives the latest values: users type faster than slow computers draw. */
export function useTransactionForm(options: FormOptions) {
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
    if (readHeld()) latest.current = blank(read())
    hold(null)
    // Use a new key even for the same medicine: another tab may show this draft for another customer.
    if (medicine) {
      key.current = newKey()
      // Another medicine makes this a new sale with its own time. It still replaces the withdrawn one.
      if (medicine._id !== read().medicine?._id)
        origin.current = draftOriginOf({ replaces: origin.current.replaces, madeAt: undefined })
    }
    change(beginWith(medicine))
  }
  useSubmittedElsewhere({ read, key, finish, changeKey })
  return {
    ...drawn,
    /** Current values, which may not be drawn yet. */
    read,
    set: <Field extends FieldName>(field: Field, value: TransactionFormValues[Field]) => {
      // A chosen batch replaces the scanned one. A delivery's typed number only corrects it.
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
    restore: (values: TransactionFormValues) => change(values),
    refuse: (problem: string, errors: FieldErrors) => write({ values: read(), errors, problem }),
    giveBack: (draft: TransactionDraft, refused: string, problem: string, errors: FieldErrors) => {
      key.current = draft.key
      origin.current = draftOriginOf({ replaces: undefined, madeAt: draft.madeAt })
      hold(refused)
      write({ values: draft.values, errors, problem })
    },
    isHeld: () => readHeld() !== null,
    readKey: () => key.current,
    readOrigin: () => origin.current,
    finish,
  }
}

interface Shown {
  read: () => TransactionFormValues
  key: { readonly current: string }
  finish: (key: string) => void
  changeKey: () => void
}

/**
 * Handles a draft that is open in two tabs and was submitted in the other one. If the contents are equal, it
 * is the same sale, and this form is cleared. If they differ, it becomes a new sale with its own key.
 */
function useSubmittedElsewhere({ read, key, finish, changeKey }: Shown): void {
  const follow = useEffectEvent((changed: string, submitted: object | undefined) => {
    if (changed !== key.current) return
    const typed = validateForm(read())
    const mine = 'body' in typed ? typed.body : toRequestBody(read())
    if (JSON.stringify(comparableBody(submitted)) === JSON.stringify(comparableBody(mine))) finish(changed)
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
