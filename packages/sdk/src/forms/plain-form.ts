import { ApiError } from '@mms/sdk'
import { type FormEvent, useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form'
import { fieldProps } from './use-schema-form.ts'

type Errors = Record<string, string | undefined>

export interface PlainFormOptions<Values extends FieldValues> {
  initial: Values
  failure: unknown
  send: (values: Values) => void
  check?: (values: Values) => Errors
}

/** A form that validates by its fields' attributes, without a schema library. Focuses the first error. */
export function usePlainForm<Values extends FieldValues>(options: PlainFormOptions<Values>) {
  const { initial, failure, send, check } = options
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolverOf(check),
    reValidateMode: 'onSubmit',
  })
  const names = Object.keys(initial) as Path<Values>[]
  // The failure of the last submission. It is hidden once the user edits the form.
  const [past, setPast] = useState<unknown>(null)
  const beside = fieldErrors(failure)
  const isBeside = names.some((name) => beside[name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    for (const name of names) {
      const message = beside[name]
      if (message) form.setError(name, { type: 'server', message })
    }
  }, [failure])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name) form.clearErrors(name as Path<Values>)
        },
      }),
    [form],
  )

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setPast(failure)
    takeFilled(event.currentTarget)
    return form.handleSubmit(send)(event)
  }
  /** Reads autofilled values, because browsers may autofill without an event. */
  const takeFilled = (element: HTMLFormElement) => {
    for (const name of names) {
      const field = element.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement) || field.type === 'checkbox') continue
      if (field.value !== form.getValues(name))
        form.setValue(name, field.value as PathValue<Values, Path<Values>>)
    }
  }
  return {
    form: { noValidate: true, onSubmit, onChange: () => setPast(failure) },
    field: (name: Path<Values>) => fieldProps(form, name),
    failure: failure === past || isBeside ? null : failure,
  }
}

function resolverOf<Values extends FieldValues>(check: PlainFormOptions<Values>['check']): Resolver<Values> {
  return (values, _, { fields }) => {
    const found: Errors = { ...check?.(values) }
    for (const [name, { ref }] of Object.entries(fields)) {
      const complaint = ref instanceof HTMLElement ? complaintOf(ref as HTMLInputElement) : undefined
      if (complaint) found[name] = complaint
    }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of Object.entries(found)) {
      if (message) set(errors, name, { type: 'attribute', message, ref: fields[name]?.ref })
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

function complaintOf(field: HTMLInputElement): string | undefined {
  if (field.validity.valid) return undefined
  if (field.validity.valueMissing) return 'Please fill in this field'
  if (field.validity.typeMismatch) return 'Please enter a valid email address'
  if (field.validity.tooShort) return `Please use at least ${field.minLength} characters`
  return field.validationMessage || 'Please correct this field'
}

function fieldErrors(error: unknown): Errors {
  const errors = (error instanceof ApiError && error.problem?.errors) || {}
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, sentence(text)]))
}

function sentence(text: string): string {
  return text === 'is required' ? 'Please fill in this field' : text.charAt(0).toUpperCase() + text.slice(1)
}
