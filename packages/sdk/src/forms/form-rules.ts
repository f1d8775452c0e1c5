import { issueWords } from '@mms/contracts'

/** What a schema of a contract does, as far as a form uses it. */
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

/** Sentences by field, in the form's own names of them. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** What is sent, or what is wrong. */
export type Validation<Body, Name extends string> = { body: Body } | { errors: FieldErrors<Name> }

export interface FormOptions<Values, Body, Name extends string> {
  /** Names what the form is about, in the browser's storage: "medicine". */
  name: string
  /** Every field by its dotted name, with its label, in the order of the form. */
  labels: Record<Name, string>
  /**
   * The form as it is for something new. A value is a text or a boolean; a choice of several is one boolean each, by a
   * dotted name (`days.monday`), of which `bodyOf` makes the list, and `nameOf` says where its error stands.
   */
  empty: Values
  schema: Schema<Body>
  /** What was typed as the contract wants it; `numberOf` makes numbers of texts. */
  bodyOf: (values: Values) => unknown
  /** The form's name of a field of the contract, where the two differ. */
  nameOf?: (field: string) => string
}

export interface FormRules<Values, Body, Name extends string>
  extends Pick<FormOptions<Values, Body, Name>, 'name' | 'labels' | 'empty'> {
  names: readonly Name[]
  /** Checks what was typed by the contract's rules. */
  validate: (values: Values) => Validation<Body, Name>
  /** Sentences for the fields that the form has; of several for one field the first. */
  nameErrors: (found: Iterable<readonly [field: string, text: string]>) => FieldErrors<Name>
}

/**
 * A form's rules, which are the contract's: the same schema that the server checks by. What is typed stays text until
 * it is sent, so that nothing typed is ever changed or lost.
 *
 * ```ts
 * export const supplierRules = formRules({
 *   name: 'supplier',
 *   labels: { name: 'Name', leadDays: 'Lead time (days)' },
 *   empty: { name: '', leadDays: '' },
 *   schema: createSupplierSchema,
 *   bodyOf: ({ leadDays, ...values }) => ({ ...values, leadDays: numberOf(leadDays) }),
 * })
 * ```
 */
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

/** What is no number becomes one that every rule refuses; `undefined` would quietly become the default. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/**
 * Fields that hold what the browser cannot read, half a date or `4e`: for the form they are empty, which would quietly
 * clear or leave out what was being typed.
 */
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

/** From here on a limit is met by a slip only. */
const SLIP = 10_000_000

/**
 * What a broken rule of the contract means to the person at the form, as it follows the field's name: the words of the
 * schema or of the suite, but for what is not there yet, which a form sends as no number or as no choice.
 */
function issueText({ code, expected, maximum = 0, message }: Issue): string {
  // A limit of nine digits says less than that.
  if (code === 'too_big' && maximum >= SLIP) return 'is too large'
  if (code === 'invalid_value') return 'is required'
  return code === 'invalid_type' && expected !== 'int' ? 'is required' : message
}

/** `is required` of `Category` → `Category is required`; `must be 0 or more` → `Must be 0 or more`. */
function sentence(label: string, text: string): string {
  if (text.startsWith('is ')) return `${label} ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
