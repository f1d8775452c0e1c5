import { ApiError, failureTitle, reasonText, serverMessage } from '@mms/sdk'
import { type ChangeEvent, type FormEvent, useState } from 'react'

type Errors<Name extends string> = Partial<Record<Name, string>>

interface FormOptions<Name extends string> {
  /** Why the last attempt was refused. */
  failure: unknown
  /** Called with the fields' text once every field is in order. */
  send: (values: Record<Name, string>) => void
  /** What the attributes of the fields cannot say. */
  check?: (values: Record<Name, string>) => Errors<Name>
}

/**
 * A form without bubbles (`noValidate`): what is wrong stands beside each field, whether the field's own attributes
 * say so or the server does, and the first such field gets focus. What was typed stays. `failure` is why the last
 * attempt was refused as a whole, until something is changed. `form` goes onto the form element.
 */
export function useForm<Name extends string>(names: readonly Name[], options: FormOptions<Name>) {
  const { send, check } = options
  const [invalid, setInvalid] = useState<Errors<Name> | null>(null)
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  // A refusal is about what was sent: it goes when that is changed, or found wrong before it is sent again.
  const [past, setPast] = useState<unknown>(null)
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    setEdited(new Set([...edited, String(target.name)]))
    setPast(options.failure)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = readValues(form, names)
    const found = { ...check?.(values), ...readComplaints(form, names) }
    const first = names.find((name) => found[name])
    setInvalid(first ? found : null)
    setEdited(new Set())
    setPast(options.failure)
    if (first) fieldOf(form, first)?.focus()
    else send(values)
  }
  const found: Errors<Name> = invalid ?? (fieldErrors(options.failure) as Errors<Name> | undefined) ?? {}
  const errors = Object.fromEntries(
    Object.entries(found).filter(([name]) => !edited.has(name)),
  ) as Errors<Name>
  const isBesideField = names.some((name) => fieldErrors(options.failure)?.[name])
  const failure = options.failure === past || isBesideField ? null : options.failure
  return { form: { noValidate: true, onSubmit, onChange }, errors, failure }
}

function readValues<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
}

function readComplaints<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Errors<Name> {
  const complaints = names.map((name) => [name, complaintOf(fieldOf(form, name))] as const)
  return Object.fromEntries(complaints.filter(([, text]) => text)) as Errors<Name>
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | null
}

function complaintOf(field: HTMLInputElement | null): string | undefined {
  if (!field || field.validity.valid) return undefined
  if (field.validity.valueMissing) return 'Please fill in this field'
  if (field.validity.typeMismatch) return 'Please enter a valid email address'
  if (field.validity.tooShort) return `Please use at least ${field.minLength} characters`
  return field.validationMessage || 'Please correct this field'
}

/** What the server finds wrong with single fields. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  return errors && Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, sentence(text)]))
}

/** The services' words follow a field's name, and here the name stands above. */
function sentence(text: string): string {
  return text === 'is required' ? 'Please fill in this field' : text.charAt(0).toUpperCase() + text.slice(1)
}

/** What to tell a person whose input was refused or could not be sent. */
export function problemText(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.kind === 'network')
    return `${failureTitle(error, otherwise)}. ${reasonText(error)}`
  if (error instanceof ApiError && error.kind !== 'response') return reasonText(error)
  return serverMessage(error) ?? otherwise
}
