import type { BatchLine } from '@mms/contracts'
import { notify, outbox, type Submitted } from '@mms/sdk'
import { formatCount } from '@mms/ui'
import { type FormEvent, startTransition, useState } from 'react'
import {
  CORRECT_FIELDS,
  type FieldErrors,
  type FieldName,
  fieldLabels,
  isEmptyForm,
  toFieldErrors,
  validateForm,
} from '../draft/form-values.ts'
import { draftOf, isTransaction, outboxItemOf } from '../draft/submission.ts'
import type { FieldElements } from '../draft/use-field-elements.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import { useReturnApproval } from '../returns/return-approval.tsx'
import type { useReturnable } from '../returns/use-returnable.ts'
import * as words from '../words/counter.ts'
import type { SaleQuestions, Submitter } from './use-questions.ts'

/** Warns that received units went into a held batch. The new stock level does not show that. */
function sayHeld({ lines }: { lines?: unknown }): void {
  const held = ((lines ?? []) as BatchLine[]).filter((line) => line.held)
  if (held.length === 0) return
  const units = held.reduce((sum, { effect }) => sum + effect, 0)
  const batches = held.map(({ number }) =>
    number === null ? words.stockWithoutNumber : words.batchNamed(number),
  )
  notify.info(words.onHold, words.wentIntoHeld(formatCount(units), batches.join(', ')))
}

interface Options {
  onRecorded: (medicineId: string, stock: number) => void
  elements: FieldElements
  questions: SaleQuestions
  returnable: ReturnType<typeof useReturnable>
  readPicker: () => string
}

/** Puts a refused transaction back into the form, unless another was started. The focus does not move. */
function giveBack(key: string, form: TransactionFormApi, { elements, readPicker }: Options): void {
  const entry = outbox.find(key)
  if (!entry || !isTransaction(entry) || entry.errors?.approval) return
  const isFree =
    isEmptyForm(form.read()) && form.read().type === entry.body.type && readPicker().trim() === ''
  if (!isFree || !elements.isRestingAt('medicine')) return
  const { problem, errors = {}, about } = entry
  form.giveBack(draftOf(entry), key, words.notRecorded(problem), toFieldErrors(errors))
  elements.showSelected('medicine', about.name)
}

/**
 * Puts the transaction into the outbox and starts the next one at once. A message and the lists show the
 * outcome. A refused transaction returns to the form only if no other was started.
 */
export function useSubmit(form: TransactionFormApi, options: Options) {
  const { onRecorded, elements, questions, returnable } = options
  const { focus } = elements
  const [underWay, setUnderWay] = useState(0)

  const showOutcome = (medicineId: string, title: string, submitted: Submitted) => {
    if (submitted.status === 'waiting') notify.info(title, words.savedHere)
    const stock = submitted.status === 'done' && submitted.answer.newStockLevel
    if (typeof stock === 'number') onRecorded(medicineId, stock)
    if (submitted.status === 'done') sayHeld(submitted.answer)
    if (submitted.status === 'refused') giveBack(submitted.key, form, options)
  }
  const handOver = async (
    body: Parameters<typeof outboxItemOf>[1],
    medicine: Parameters<typeof outboxItemOf>[2],
  ) => {
    const item = outboxItemOf(form.readKey(), body, medicine, form.readOrigin())
    const submission = outbox.submit(item)
    form.finish(item.key)
    focus('medicine')
    startTransition(() => setUnderWay((count) => count + 1))
    try {
      showOutcome(medicine._id, item.title, await submission)
    } finally {
      setUnderWay((count) => count - 1)
    }
  }
  const approval = useReturnApproval(handOver)
  const refuse = (summary: string, errors: FieldErrors) => {
    form.refuse(summary, errors)
    const wrong = (Object.keys(fieldLabels) as FieldName[]).find((field) => errors[field])
    if (wrong) focus(wrong)
  }
  const submit = (by: Submitter = 'person'): boolean => {
    const result = validateForm(form.read())
    const unreadable = elements.unreadable()
    if ('errors' in result) refuse(result.summary, { ...result.errors, ...unreadable })
    else if (Object.keys(unreadable).length > 0) refuse(CORRECT_FIELDS, unreadable)
    else {
      const confirmed = questions.confirm(result.body, result.medicine, by)
      if (!confirmed) return false
      const { medicine } = result
      const body = { ...result.body, ...(confirmed.length > 0 && { confirmed }) }
      if (body.type === 'return' && returnable.needsApproval(medicine._id, body.quantity)) {
        approval.ask({ body, medicine })
        return false
      }
      void handOver(body, medicine)
      return true
    }
    return false
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return { busy: underWay > 0, submit, onSubmit, approval }
}
