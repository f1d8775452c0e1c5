import { describeIssue } from '@mms/contracts'

interface Schema<Body> {
  safeParse: (
    value: unknown,
    options: { error: typeof describeIssue },
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
  /** Initial values of a new record: texts and booleans. Multiple choice is a boolean per option (`days.monday`). */
  empty: Values
  schema: Schema<Body>
  /** Converts typed texts to the request body. Use `numberOf` for numbers. */
  bodyOf: (values: Values) => unknown
  /** Maps a field of the contract to the form's field, if their names differ. */
  nameOf?: (field: string) => string
}

export interface FormRules<Values, Body, Name extends string>
  extends Pick<FormOptions<Values, Body, Name>, 'name' | 'labels' | 'empty'> {
  names: readonly Name[]
  validate: (values: Values) => Validation<Body, Name>
  nameErrors: (found: Iterable<readonly [field: string, text: string]>) => FieldErrors<Name>
}

/** Builds a form's rules from the server's schema. Values stay text until sent, so that no input is altered. */
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
      const result = schema.safeParse(bodyOf(values), { error: describeIssue })
      if (result.success) return { body: result.data }
      const { issues } = result.error
      return { errors: nameErrors(issues.map((issue) => [issue.path.join('.'), issueText(issue)])) }
    },
  }
}

/** Parses a number. Other text becomes NaN, which fails validation; `undefined` would select the schema's default. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** Finds fields that the browser reports as empty although half a date or `4e` was typed. Saving would clear them. */
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

/** A value above a limit this large can only be a typing error. */
const SLIP = 10_000_000

function issueText({ code, expected, maximum = 0, message }: Issue): string {
  // Do not show such a limit: nine digits would only confuse.
  if (code === 'too_big' && maximum >= SLIP) return 'is too large'
  if (code === 'invalid_value') return 'is required'
  return code === 'invalid_type' && expected !== 'int' ? 'is required' : message
}

/** Joins label and message: `Category is required`. Messages that do not begin with `is` only get a capital. */
function sentence(label: string, text: string): string {
  if (text.startsWith('is ')) return `${label} ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
