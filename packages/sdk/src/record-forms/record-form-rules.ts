import type { FormRules } from '@mms/sdk/form-rules'
import { type Draft, type Edit, type FieldValues, type FormApi, setValueAt } from '@mms/sdk/forms'
import type { ComponentType, ReactNode } from 'react'
import type { Stored } from '../records/record-kind.ts'

/** What is asked before something unlikely is saved. */
export interface Doubts<Shown, Values extends FieldValues, Body> {
  /** Whether to save: at once where nothing is doubtful, else as the person says. `stored` is null for something new. */
  settle: (body: Body, stored: Shown | null) => Promise<boolean>
  /** The question; nothing while none is asked. */
  dialog: (form: FormApi<Values>) => ReactNode
}

/** A form that adds and edits records: its rules, its fields, and what it makes of a stored record. */
export interface RecordForm<Shown extends Stored, Values extends FieldValues, Body, Name extends string> {
  rules: FormRules<Values, Body, Name>
  /** A stored record as it stands in the form. */
  toValues: (stored: Shown) => Values
  Fields: ComponentType<{ form: FormApi<Values> }>
  /** The body as this server takes it, where that depends on what it has stored; else the rules' own. */
  bodyFor?: (stored: Shown | null, body: Body) => Body
  /** A hook, called once for each form. */
  useDoubts?: () => Doubts<Shown, Values, Body>
  /** What else than a save changes a record, in words after "or": `a sale or delivery moved its stock`. */
  alsoChangedBy?: string
}

/** A version of a record as the form shows it, and its ETag. */
export interface Version<Values> {
  values: Values
  etag: string
}

/** Names no version: what stands on it is never saved without a look at what is stored by then. */
const UNKNOWN_ETAG = '"0"'

/**
 * The version that a draft was typed upon. It is the one that the form goes on with: what was changed meanwhile must be
 * noticed, not overwritten. Of a draft of an older build only the fields that were typed are known.
 */
export function versionOfDraft<Values extends FieldValues, Name extends string>(
  { opened, edits }: Draft<Values, Name>,
  current: Version<Values>,
): Version<Values> {
  return opened ?? { values: changed(current.values, edits, 'from'), etag: UNKNOWN_ETAG }
}

/** The draft again, unless what it makes of the record is stored already: its save arrived, its answer did not. */
export function stillToDo<Values extends FieldValues, Body, Name extends string>(
  rules: FormRules<Values, Body, Name>,
  draft: Draft<Values, Name> | null,
  current: Version<Values>,
): Draft<Values, Name> | null {
  if (draft === null) return null
  const typed = changed(versionOfDraft(draft, current).values, draft.edits, 'to')
  return isSame(rules, typed, current.values) ? null : draft
}

/** Whether both would be stored alike: `15.20` is `15.2`. */
export function isSame<Values, Body, Name extends string>(
  rules: FormRules<Values, Body, Name>,
  typed: Values,
  stored: Values,
): boolean {
  return JSON.stringify(rules.validate(typed)) === JSON.stringify(rules.validate(stored))
}

function changed<Values extends FieldValues>(
  values: Values,
  edits: readonly Edit[],
  side: 'from' | 'to',
): Values {
  const copy = structuredClone(values)
  for (const edit of edits) setValueAt(copy, edit.field, edit[side])
  return copy
}

/** Of a form that never asks. */
export const noDoubts = () => ({ settle: async () => true, dialog: () => null })
