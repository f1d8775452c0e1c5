import { useBlocker } from '@mms/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type DraftRules, type Edit, editsBetween, forgetDraft, type KeptDraft, keepDraft } from './drafts.ts'

export interface Unsaved<Name extends string = string> {
  isUnsaved: () => boolean
  /** Call it when the input is saved or discarded: stops the leave question and deletes the draft. */
  release: () => void
  restored: Edit<Name>[]
  discard: () => void
}

/** Tracks unsaved input and stores it as a draft in this tab, with the `etag` of the version it is based on. */
export function useUnsaved<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  rules: DraftRules<Values, Name>,
  { key, found, etag }: KeptDraft<Values, Name> & { etag?: string | undefined },
): Unsaved<Name> {
  const isDirty = form.formState.isDirty
  const defaults = form.formState.defaultValues as Values
  const state = useRef({ isUnsaved: false, isReleased: false, defaults, etag })
  const [restored, setRestored] = useState<Edit<Name>[]>([])

  const keep = useCallback(
    (values: Values) => {
      const { isReleased, defaults: standsOn, etag: version } = state.current
      if (isReleased) return
      const opened = version === undefined ? undefined : { values: standsOn, etag: version }
      keepDraft(rules, key, { edits: editsBetween(rules.names, standsOn, values), opened })
    },
    [rules, key],
  )

  useEffect(() => {
    Object.assign(state.current, { isUnsaved: isDirty && !state.current.isReleased, defaults, etag })
  }, [isDirty, defaults, etag])

  useEffect(() => {
    const edits = found?.edits ?? []
    makeEdits(form, edits)
    setRestored(edits)
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form, found, keep])

  // Resetting to another version changes the defaults without a keystroke, so store the draft again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are in `state`
  useEffect(() => keep(form.getValues()), [form, keep, defaults, etag])

  const isUnsaved = useCallback(() => state.current.isUnsaved, [])
  const release = useCallback(() => {
    Object.assign(state.current, { isUnsaved: false, isReleased: true })
    forgetDraft(rules, key)
  }, [rules, key])
  const discard = useCallback(() => {
    form.reset()
    forgetDraft(rules, key)
    setRestored([])
  }, [form, rules, key])
  return { isUnsaved, release, restored, discard }
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
 * Asks before the user leaves unsaved input: a dialog for links and Back, the browser's own question for closing the
 * tab. Calls `isUnsaved` only then, so that a page may navigate right after a save.
 */
export function useLeaveQuestion({ isUnsaved, release }: Unsaved) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isUnsaved])
  return {
    isAsked: blocker.state === 'blocked',
    leave() {
      release()
      blocker.proceed?.()
    },
    stay: () => blocker.reset?.(),
  }
}
