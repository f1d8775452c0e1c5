import { ApiError, errorText, reasonText, serverMessage, useMutation } from '@mms/sdk'
import { Alert } from '@mms/ui'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'
import { usePlainForm } from './plain-form.ts'

export type FormValues = Record<string, string | boolean>
type PlainForm<Values extends FormValues> = typeof usePlainForm<Values>
export type Field<Values extends FormValues> = ReturnType<PlainForm<Values>>['field']

export interface SavingForm<Values extends FormValues, Saved>
  extends Pick<Parameters<PlainForm<Values>>[0], 'initial' | 'check'> {
  save: (values: Values) => Promise<Saved>
  onSaved: (answer: Saved) => Promise<void> | void
  failureText: string
}

/** Connects a form to its save request. Spread `form` on the form element and render `alert` above its fields. */
export function useSaving<Values extends FormValues, Saved>(options: SavingForm<Values, Saved>) {
  const { initial, check, save, onSaved, failureText } = options
  const { mutate, error, isPending } = useMutation({ mutationFn: save, onSuccess: onSaved })
  const { form, field, failure } = usePlainForm<Values>({
    initial,
    failure: error,
    send: (values) => mutate(values),
    ...(check && { check }),
  })
  const { reason, ...shown } = failureOf(failure, failureText)
  const alert = failure ? (
    <Alert status="error" {...shown}>
      {reason}
    </Alert>
  ) : null
  return { form, field, alert, isPending }
}

interface SaveFailure {
  /** For example `Error 409:`, shown before the server's message. */
  prefix?: string
  title: string
  reason?: string
}

/** Converts an error to an alert: the server's message, or `title` with the reason. */
export function failureOf(error: unknown, title: string): SaveFailure {
  if (!(error instanceof ApiError)) return { title, reason: reasonText(error) }
  const message = serverMessage(error)
  return message ? { prefix: `Error ${error.status}:`, title: message } : { title, reason: errorText(error) }
}

/** Shows the server's messages beside their fields and returns an alert for the rest. */
export function showSaveFailure<Values extends FieldValues, Body, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  rules: FormRules<Values, Body, Name>,
  { error, title }: { error: unknown; title: string },
): SaveFailure {
  const named = error instanceof ApiError ? error.problem?.errors : undefined
  const errors = rules.nameErrors(Object.entries(named ?? {}))
  const wrong = rules.names.filter((field) => errors[field])
  for (const field of wrong) form.setError(field, { type: 'server', message: errors[field] ?? '' })
  if (wrong[0]) form.setFocus(wrong[0])
  return wrong[0]
    ? { title: 'Please correct the marked fields', ...conflictOf(error) }
    : failureOf(error, title)
}

function conflictOf(error: unknown): Pick<SaveFailure, 'reason'> {
  const message = error instanceof ApiError && error.status === 409 ? serverMessage(error) : null
  return message ? { reason: /[.!?]$/.test(message) ? message : `${message}.` } : {}
}

/** Holds a save failure until the user edits the form. */
export function useSaveFailure<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form])
  return [failure, setFailure] as const
}
