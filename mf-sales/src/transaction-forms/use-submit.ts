import { notify, outbox, type Submitted } from '@mms/sdk'
import { type FormEvent, startTransition, useState } from 'react'
import { readLimits } from '../questions/limits.ts'
import type { useReturnable } from '../returns/use-returnable.ts'
import { type FieldErrors, type FieldName, fieldLabels, TO_CORRECT, validateForm } from './form-values.ts'
import { useApproval } from './return-approval.tsx'
import { itemOf } from './submission.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { Questions, Submitter } from './use-questions.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

interface Options {
  onRecorded: (medicineId: string, stock: number) => void
  elements: FieldElements
  questions: Questions
  returnable: ReturnType<typeof useReturnable>
}

/**
 * Hands what was typed to the outbox, once, and begins the next at that very moment: the outcome is shown by a message and
 * the lists, never by a form that already holds something else.
 */
export function useSubmit(
  form: TransactionFormApi,
  { onRecorded, elements, questions, returnable }: Options,
) {
  const { focus } = elements
  const [underWay, setUnderWay] = useState(0)

  const settle = (medicineId: string, title: string, submitted: Submitted) => {
    if (submitted.status === 'waiting') notify.info(title, 'Kept here and sent as soon as the server answers')
    const stock = submitted.status === 'done' && submitted.answer.newStockLevel
    if (typeof stock === 'number') onRecorded(medicineId, stock)
  }
  const handOver = async (body: Parameters<typeof itemOf>[1], medicine: Parameters<typeof itemOf>[2]) => {
    const item = itemOf(form.readKey(), body, medicine, form.readOrigin())
    const submission = outbox.submit(item)
    form.finish(item.key)
    focus('medicine')
    startTransition(() => setUnderWay((count) => count + 1))
    try {
      settle(medicine._id, item.title, await submission)
    } finally {
      setUnderWay((count) => count - 1)
    }
  }
  const approval = useApproval(handOver)
  const refuse = (summary: string, errors: FieldErrors) => {
    form.refuse(summary, errors)
    const wrong = (Object.keys(fieldLabels) as FieldName[]).find((field) => errors[field])
    if (wrong) focus(wrong)
  }
  const submit = (by: Submitter = 'person'): boolean => {
    const result = validateForm(form.read())
    const unreadable = elements.unreadable()
    if ('errors' in result) refuse(result.summary, { ...result.errors, ...unreadable })
    else if (Object.keys(unreadable).length > 0) refuse(TO_CORRECT, unreadable)
    else {
      const confirmed = questions.settle(result.body, result.medicine, by)
      if (!confirmed) return false
      const isKept = confirmed.length > 0 && readLimits().isFromServer
      const { medicine } = result
      const body = { ...result.body, ...(isKept && { confirmed }) }
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
