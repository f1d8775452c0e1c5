import { ApiError, reasonText, serverMessage } from '@mms/sdk'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'

/** Why saving failed; no reason where the title says all. */
export interface SaveFailure {
  title: string
  reason?: string
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
  if (!(error instanceof ApiError)) return { title, reason: reasonText(error) }
  const errors = rules.nameErrors(Object.entries(error.problem?.errors ?? {}))
  const wrong = rules.names.filter((field) => errors[field])
  for (const field of wrong) form.setError(field, { type: 'server', message: errors[field] ?? '' })
  if (wrong[0]) form.setFocus(wrong[0])
  if (wrong[0]) return { title: 'Please correct the marked fields' }
  const message = serverMessage(error)
  return message ? { title: message } : { title, reason: reasonOf(error) }
}

const reasonOf = (error: ApiError) =>
  error.kind === 'network' ? `No connection. ${reasonText(error)}` : reasonText(error)

/** Why saving failed, until something is changed: then it is about something else. */
export function useSaveFailure<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form])
  return [failure, setFailure] as const
}
