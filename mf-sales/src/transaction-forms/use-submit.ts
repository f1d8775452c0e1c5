import { notify, type OutboxItem, outbox, type Submitted } from '@mms/sdk'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldName, fieldLabels, nameErrors, validateForm } from './form-values.ts'
import { itemOf } from './submission.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

interface Options {
  onRecorded: (medicineId: string, stock: number) => void
  focus: (field: FieldName) => void
}

/** Sends what was typed, once; tells what came of it. Nothing that was typed is lost by a refusal. */
export function useSubmit(form: TransactionFormApi, { onRecorded, focus }: Options) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isHere = useIsHere()

  const focusFirst = (errors: FieldErrors) => {
    const wrong = (Object.keys(fieldLabels) as FieldName[]).find((field) => errors[field])
    if (wrong) focus(wrong)
  }
  const showRefusal = (refused: Submitted & { status: 'refused' }) => {
    // Seen here, so it need not wait in the list.
    outbox.forget(refused.key)
    form.changeKey()
    const errors = nameErrors(Object.entries(refused.errors))
    for (const [field, message] of Object.entries(errors)) {
      form.setError(field as FieldName, { type: 'server', message })
    }
    setProblem(refused.problem)
    focusFirst(errors)
  }
  const settle = ({ key, title }: OutboxItem, medicineId: string, submitted: Submitted) => {
    if (submitted.status === 'refused') {
      if (isHere()) showRefusal(submitted)
      return
    }
    form.finish(key)
    if (submitted.status === 'waiting') notify.info('Kept here and sent as soon as the server answers', title)
    const stock = submitted.status === 'done' && submitted.answer.newStockLevel
    if (typeof stock === 'number') onRecorded(medicineId, stock)
  }

  const submit = async () => {
    const result = validateForm(form.getValues())
    if (!('body' in result) || busy) return
    const { body, medicine } = result
    const item = itemOf(form.readKey(), body, medicine)
    setProblem(null)
    setBusy(true)
    try {
      settle(item, medicine._id, await outbox.submit(item))
    } finally {
      setBusy(false)
    }
  }
  const refuse = () => {
    const result = validateForm(form.getValues())
    if ('body' in result) return
    setProblem(result.summary)
    notify.error(result.summary)
    focusFirst(result.errors)
  }
  return { busy, problem, onSubmit: form.handleSubmit(submit, refuse) }
}

/** Whether the form is still on the page, when an answer comes late. */
function useIsHere(): () => boolean {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}
