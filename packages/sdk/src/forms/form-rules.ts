import { issueWords } from '@mms/contracts'

interface Schema<Body> {
  safeParse: (
    value: unknown,
    options: { error: typeof issueWords },
  ) => { success: true; data: Body } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  code: string
  path: PropertyKey[]
  message: string
  expected?: string
  maximum?: number | bigint
}

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

export type Validation<Body, Name extends string> = { body: Body } | { errors: FieldErrors<Name> }

export interface FormOptions<Values, Body, Name extends string> {
  name: string
  labels: Record<Name, string>
  /** Values of a new record: texts and booleans. A multiple choice is one boolean per option (`days.monday`). */
  empty: Values
  schema: Schema<Body>
  /** Converts typed texts to the contract's body; `numberOf` parses numbers. */
  bodyOf: (values: Values) => unknown
  /** Maps a field of the contract to the form's name for it, where the two differ. */
  nameOf?: (field: string) => string
}

export interface FormRules<Values, Body, Name extends string>
  extends Pick<FormOptions<Values, Body, Name>, 'name' | 'labels' | 'empty'> {
  names: readonly Name[]
  validate: (values: Values) => Validation<Body, Name>
  nameErrors: (found: Iterable<readonly [field: string, text: string]>) => FieldErrors<Name>
}

/** A form's rules, from the server's schema. Input stays text until sent, so that nothing typed is changed or lost. */
export function formRules<Values, Body, Name extends string>(
  options: FormOptions<Values, Body, Name>,
): FormRules<Values, Body, Name> {
  const { name, labels, empty, schema, bodyOf, nameOf = (field) => field } = options
  const isName = (field: string): field is Name => Object.hasOwn(labels, field)
  const nameErrors = (found: Iterable<readonly [string, string]>) => {
    const errors: FieldErrors<Name> = {}
    for (const [field, text] of found) {
      const own = nameOf(field)
      if (isName(own)) errors[own] ??= sentence(labels[own], text)
    }
    return errors
  }
  return {
    name,
    labels,
    empty,
    names: Object.keys(labels) as Name[],
    nameErrors,
    validate(values) {
      const result = schema.safeParse(bodyOf(values), { error: issueWords })
      if (result.success) return { body: result.data }
      const { issues } = result.error
      return { errors: nameErrors(issues.map((issue) => [issue.path.join('.'), issueText(issue)])) }
    },
  }
}

/** Parses a number. Other text becomes NaN, which every rule refuses; `undefined` would become the default. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** The browser reports unreadable input (half a date, `4e`) as empty, which would silently clear the field. */
export function unreadable<Name extends string>(
  labels: Record<Name, string>,
  controlOf: (name: Name) => unknown,
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {}
  for (const name of Object.keys(labels) as Name[]) {
    const control = controlOf(name)
    if (control instanceof HTMLInputElement && control.validity.badInput)
      errors[name] = `${labels[name]} is not complete`
  }
  return errors
}

/** Only a typing error exceeds a limit this large. */
const SLIP = 10_000_000

function issueText({ code, expected, maximum = 0, message }: Issue): string {
  // A nine-digit limit tells the user nothing.
  if (code === 'too_big' && maximum >= SLIP) return 'is too large'
  if (code === 'invalid_value') return 'is required'
  return code === 'invalid_type' && expected !== 'int' ? 'is required' : message
}

/** `is required` of `Category` → `Category is required`; `must be 0 or more` → `Must be 0 or more`. */
function sentence(label: string, text: string): string {
  if (text.startsWith('is ')) return `${label} ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
