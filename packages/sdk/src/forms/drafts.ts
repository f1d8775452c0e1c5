import { newKey, useBlocker, useSession } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import type { FormRules } from './form-rules.ts'

export interface Edit<Name extends string = string> {
  field: Name
  from: EditedValue
  to: EditedValue
}

export interface Draft<Values, Name extends string> {
  edits: Edit<Name>[]
  opened?: { values: Values; etag: string } | undefined
}

interface KeptDraft<Values, Name extends string> {
  key: string
  found: Draft<Values, Name> | null
}

type DraftRules<Values, Name extends string> = Pick<
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
    store(place, key)
    return key
  }
  const [key, setKey] = useState(
    () => (readDraft(rules, draft) !== null && sessionStorage.getItem(place)) || keep(newKey()),
  )
  return { key, renew: () => setKey(keep(newKey())) }
}

/** Stores the draft in this tab, or removes it if it has no edits. */
function keepDraft<Values, Name extends string>(
  rules: DraftRules<Values, Name>,
  key: string,
  draft: Draft<Values, Name>,
): void {
  if (draft.edits.length === 0) forgetDraft(rules, key)
  else store(placeOf(rules, key), JSON.stringify(draft))
}

function store(place: string, text: string): void {
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // If storage is full, the form works, but its draft is lost on reload.
  }
}

const forgetDraft = (rules: { name: string }, key: string): void =>
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

type EditedValue = string | boolean

export function editsBetween<Name extends string>(
  names: readonly Name[],
  from: unknown,
  to: unknown,
): Edit<Name>[] {
  return names
    .map((field) => ({ field, from: get(from, field) as EditedValue, to: get(to, field) as EditedValue }))
    .filter((edit) => edit.from !== edit.to)
}

export interface Unsaved<Name extends string = string> {
  isUnsaved: () => boolean
  /** Call it when the input is saved or discarded: stops the leave question and deletes the draft. */
  release: () => void
  restored: Edit<Name>[]
  discard: () => void
}

/** Tracks unsaved input and stores it as a draft in this tab, with the `etag` of its version. */
export function useUnsaved<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  rules: DraftRules<Values, Name>,
  { key, found, etag }: KeptDraft<Values, Name> & { etag?: string | undefined },
): Unsaved<Name> {
  const { isDirty } = form.formState
  const defaults = form.formState.defaultValues as Values
  const isReleased = useRef(false)
  const [restored, setRestored] = useState<Edit<Name>[]>([])
  const keep = useEffectEvent((values: Values) => {
    if (isReleased.current) return
    const opened = etag === undefined ? undefined : { values: defaults, etag }
    keepDraft(rules, key, { edits: editsBetween(rules.names, defaults, values), opened })
  })
  useEffect(() => {
    const edits = found?.edits ?? []
    makeEdits(form, edits)
    setRestored(edits)
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form, found])
  // Resetting to another version changes the defaults without a keystroke, so store the draft again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` reads them
  useEffect(() => keep(form.getValues()), [form, defaults, etag])
  return {
    isUnsaved: () => isDirty && !isReleased.current,
    release() {
      isReleased.current = true
      forgetDraft(rules, key)
    },
    restored,
    discard() {
      form.reset()
      forgetDraft(rules, key)
      setRestored([])
    },
  }
}

/** Applies edits to the form as if the user had typed them. */
export function makeEdits<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  edits: readonly Edit<Name>[],
): void {
  for (const { field, to } of edits) {
    form.setValue(field, to as PathValue<Values, Name>, { shouldDirty: true, shouldValidate: true })
  }
}

/**
 * Asks before the user leaves unsaved input. For links and Back it shows a dialog; for closing the tab, the browser
 * asks. `isUnsaved` is called only then, so that a page may navigate right after a save.
 */
export function useLeaveQuestion({ isUnsaved, release }: Unsaved) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  return {
    isAsked: blocker.state === 'blocked',
    leave() {
      release()
      blocker.proceed?.()
    },
    stay: () => blocker.reset?.(),
  }
}
