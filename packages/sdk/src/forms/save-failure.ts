import { ApiError, errorText, reasonText, serverMessage } from '@mms/sdk'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'

/** Why something could not be sent or was refused, as `Alert` shows it; no reason where the title says all. */
export interface SaveFailure {
  /** `Error 409:`, before the sentence of the server. */
  prefix?: string
  title: string
  reason?: string
}

/**
 * The sentence of the server where it sent one; else `title`, with the specification's text of why (§8).
 * `failureOf(error, 'Failed to save medicine')` is
 * `{ title: 'Failed to save medicine', reason: 'Network error: Unable to connect to the server. …' }`
 */
export function failureOf(error: unknown, title: string): SaveFailure {
  if (!(error instanceof ApiError)) return { title, reason: reasonText(error) }
  const message = serverMessage(error)
  return message ? { prefix: `Error ${error.status}:`, title: message } : { title, reason: errorText(error) }
}

/**
 * Says what went wrong with saving beside the fields that the server named.
 * Returns the sentences for the card above the buttons. Nothing that was typed is touched.
 */
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

/** What is stored stands against it: that is said in the server's words, beside the field's own. */
function conflictOf(error: unknown): Pick<SaveFailure, 'reason'> {
  const message = error instanceof ApiError && error.status === 409 ? serverMessage(error) : null
  return message ? { reason: /[.!?]$/.test(message) ? message : `${message}.` } : {}
}

/** Why saving failed, until something is changed: then it is about something else. */
export function useSaveFailure<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form])
  return [failure, setFailure] as const
}
