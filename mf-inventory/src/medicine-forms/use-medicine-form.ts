import { ApiError, errorText, notify, serverMessage } from '@mms/sdk'
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
 * Tells what went wrong with saving: beside the fields that the server named, in a toast otherwise.
 * Answers the sentence for the card above the buttons. Nothing that was typed is touched.
 */
export function showSaveFailure(form: MedicineFormApi, error: unknown): string {
  const message = serverMessage(error) ?? 'Failed to save medicine'
  if (!(error instanceof ApiError)) return message
  const errors = nameErrors(Object.entries(error.problem?.errors ?? {}))
  const wrong = fieldNames.filter((field) => errors[field])
  for (const field of wrong) form.setError(field, { type: 'server', message: errors[field] ?? '' })
  if (wrong[0]) form.setFocus(wrong[0])
  else notify.error(errorText(error))
  return message
}

/** What a field needs besides its label: its name in the form, its value, and its error. */
export function fieldProps(form: MedicineFormApi, field: FieldName) {
  return { ...form.register(field), error: form.getFieldState(field, form.formState).error?.message }
}
