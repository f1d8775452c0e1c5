import { ApiError, reasonText, serverMessage } from '@mms/sdk'
import { useEffect, useState } from 'react'
import {
  type FieldErrors as HookErrors,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import {
  type FieldName,
  fieldNames,
  type MedicineFormValues,
  nameErrors,
  validateForm,
} from './form-values.ts'

/** Why saving failed; no reason where the title says all. */
export interface SaveFailure {
  title: string
  reason?: string
}

export type MedicineFormApi = UseFormReturn<MedicineFormValues>

const resolver: Resolver<MedicineFormValues> = (values) => {
  const result = validateForm(values)
  if ('body' in result) return { values, errors: {} }
  const errors: HookErrors<MedicineFormValues> = {}
  for (const [field, message] of Object.entries(result.errors)) set(errors, field, { type: 'rule', message })
  return { values: {}, errors }
}

/** The form's state: checked when a field is left, again with each stroke once it was wrong, and on saving. */
export function useMedicineForm(initial: MedicineFormValues): MedicineFormApi {
  return useForm<MedicineFormValues>({ defaultValues: initial, resolver, mode: 'onTouched' })
}

/**
 * Says what went wrong with saving beside the fields that the server named.
 * Answers the sentences for the card above the buttons. Nothing that was typed is touched.
 */
export function showSaveFailure(form: MedicineFormApi, error: unknown): SaveFailure {
  const message = serverMessage(error)
  if (!(error instanceof ApiError)) return { title: 'Failed to save medicine', reason: reasonText(error) }
  const errors = nameErrors(Object.entries(error.problem?.errors ?? {}))
  const wrong = fieldNames.filter((field) => errors[field])
  for (const field of wrong) form.setError(field, { type: 'server', message: errors[field] ?? '' })
  if (wrong[0]) form.setFocus(wrong[0])
  if (wrong[0]) return { title: 'Please correct the marked fields' }
  return message ? { title: message } : { title: 'Failed to save medicine', reason: reasonOf(error) }
}

const reasonOf = (error: ApiError) =>
  error.kind === 'network' ? `No connection. ${reasonText(error)}` : reasonText(error)

/** Why saving failed, until something is changed: then it is about something else. */
export function useSaveFailure(form: MedicineFormApi) {
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form])
  return [failure, setFailure] as const
}

/** What a field needs besides its label: its name in the form, its value, and its error. */
export function fieldProps(form: MedicineFormApi, field: FieldName) {
  return { ...form.register(field), error: form.getFieldState(field, form.formState).error?.message }
}
