import type { FormRules } from '@mms/sdk/form-rules'
import { type Draft, type Edit, type FieldValues, type FormApi, setValueAt } from '@mms/sdk/forms'
import type { ComponentType, ReactNode } from 'react'
import type { Stored } from '../records/record-kind.ts'

export interface Doubts<Shown, Values extends FieldValues, Body> {
  settle: (body: Body, stored: Shown | null) => Promise<boolean>
  dialog: (form: FormApi<Values>) => ReactNode
}

export interface RecordForm<Shown extends Stored, Values extends FieldValues, Body, Name extends string> {
  rules: FormRules<Values, Body, Name>
  toValues: (stored: Shown) => Values
  Fields: ComponentType<{ form: FormApi<Values> }>
  /** Adapts the body to the stored record, for example by leaving out fields that this server does not know. */
  bodyFor?: (stored: Shown | null, body: Body) => Body
  useDoubts?: () => Doubts<Shown, Values, Body>
  alsoChangedBy?: string
}

export interface Version<Values> {
  values: Values
  etag: string
}

/** An ETag that no stored version has, so that saving always reports a conflict. */
const UNKNOWN_ETAG = '"0"'

export function versionOfDraft<Values extends FieldValues, Name extends string>(
  { opened, edits }: Draft<Values, Name>,
  current: Version<Values>,
): Version<Values> {
  return opened ?? { values: changed(current.values, edits, 'from'), etag: UNKNOWN_ETAG }
}

/** Returns the draft, or null if its values are already stored: the save succeeded but its answer was lost. */
export function dropSavedDraft<Values extends FieldValues, Body, Name extends string>(
  rules: FormRules<Values, Body, Name>,
  draft: Draft<Values, Name> | null,
  current: Version<Values>,
): Draft<Values, Name> | null {
  if (draft === null) return null
  const typed = changed(versionOfDraft(draft, current).values, draft.edits, 'to')
  return isSame(rules, typed, current.values) ? null : draft
}

/** True if both are stored as the same values, for example `15.20` and `15.2`. */
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
