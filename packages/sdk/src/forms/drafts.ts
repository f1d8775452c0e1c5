import { newKey, useSession } from '@mms/sdk'
import { useState } from 'react'
import { get } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'

export interface Edit<Name extends string = string> {
  field: Name
  from: FieldValue
  to: FieldValue
}

export interface Draft<Values, Name extends string> {
  edits: Edit<Name>[]
  opened?: { values: Values; etag: string } | undefined
}

export interface KeptDraft<Values, Name extends string> {
  key: string
  found: Draft<Values, Name> | null
}

export type DraftRules<Values, Name extends string> = Pick<
  FormRules<Values, unknown, Name>,
  'name' | 'names' | 'empty'
>

/** Returns the signed-in user's draft called `name`, which is stored in this tab. */
export function useDraft<Values, Name extends string>(
  rules: DraftRules<Values, Name>,
  name: string,
): KeptDraft<Values, Name> {
  const userId = useSession((session) => session.user?.id)
  const [draft] = useState(() => {
    const key = `${userId}.${name}`
    return { key, found: readDraft(rules, key) }
  })
  return draft
}

/** Returns the form's Idempotency-Key. It is new at each opening, but a restored draft keeps its key. */
export function useFormKey<Values, Name extends string>(rules: DraftRules<Values, Name>, name: string) {
  const draft = useSession((session) => `${session.user?.id}.${name}`)
  const place = `mms.${rules.name}-form-key.${draft}`
  const keep = (key: string) => {
    sessionStorage.setItem(place, key)
    return key
  }
  const [key, setKey] = useState(
    () => (readDraft(rules, draft) !== null && sessionStorage.getItem(place)) || keep(newKey()),
  )
  return { key, renew: () => setKey(keep(newKey())) }
}

/** Stores the draft in this tab, or removes it if it has no edits. */
export function keepDraft<Values, Name extends string>(
  rules: DraftRules<Values, Name>,
  key: string,
  draft: Draft<Values, Name>,
): void {
  if (draft.edits.length === 0) forgetDraft(rules, key)
  else sessionStorage.setItem(placeOf(rules, key), JSON.stringify(draft))
}

export const forgetDraft = (rules: { name: string }, key: string): void =>
  sessionStorage.removeItem(placeOf(rules, key))

const placeOf = ({ name }: { name: string }, key: string) => `mms.${name}-draft.${key}`

function readDraft<Values, Name extends string>(
  { names, empty, ...rules }: DraftRules<Values, Name>,
  key: string,
): Draft<Values, Name> | null {
  // Another build of the area, with other fields, may have written the draft.
  const isEdit = (value: unknown): value is Edit<Name> => {
    const { field, from, to } = value as Edit<Name>
    return names.includes(field) && typeof from === typeof to && /^(string|boolean)$/.test(typeof to)
  }
  try {
    const text = sessionStorage.getItem(placeOf(rules, key)) ?? 'null'
    const { edits: stored, opened }: Draft<Values, Name> = JSON.parse(text)
    const edits = stored.filter(isEdit)
    if (edits.length === 0) return null
    if (typeof opened?.etag !== 'string' || typeof opened.values !== 'object') return { edits }
    return { edits, opened: { etag: opened.etag, values: { ...empty, ...opened.values } } }
  } catch {
    return null
  }
}

type FieldValue = string | boolean

export function editsBetween<Name extends string>(
  names: readonly Name[],
  from: unknown,
  to: unknown,
): Edit<Name>[] {
  return names
    .map((field) => ({ field, from: get(from, field) as FieldValue, to: get(to, field) as FieldValue }))
    .filter((edit) => edit.from !== edit.to)
}
