import { ApiError, errorText, reasonText, serverMessage } from '@mms/sdk'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'

export interface SaveFailure {
  /** `Error 409:`, shown before the server's sentence. */
  prefix?: string
  title: string
  reason?: string
}

/** Turns an error into an alert: the server's sentence, or `title` with the reason. */
export function failureOf(error: unknown, title: string): SaveFailure {
  if (!(error instanceof ApiError)) return { title, reason: reasonText(error) }
  const message = serverMessage(error)
  return message ? { prefix: `Error ${error.status}:`, title: message } : { title, reason: errorText(error) }
}

/** Shows a failed save beside the fields that the server named; returns the alert for the rest. */
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

/** Keeps a save failure until the form is edited. */
export function useSaveFailure<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form])
  return [failure, setFailure] as const
}
