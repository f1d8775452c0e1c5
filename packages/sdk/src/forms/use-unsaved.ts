import { useBlocker } from '@mms/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type DraftRules, forgetDraft, type KeptDraft, keepDraft } from './drafts.ts'
import { type Edit, editsBetween } from './edits.ts'

export interface Unsaved<Name extends string = string> {
  /** Whether something typed would be lost now. */
  isUnsaved: () => boolean
  /** It was saved, or given up: leaving is free and the draft is forgotten. */
  release: () => void
  /** What was typed on an earlier visit and stands in the form again. */
  restored: Edit<Name>[]
  /** Takes what was restored out again. */
  discard: () => void
}

/**
 * Watches over what is typed and not saved. It is also kept as a draft in this tab, together with the version that it
 * stands on (`etag`, none for something new), so that it survives a reload and the end of the session: who signs in
 * again finds it in the form.
 */
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

  // What is typed may come to stand on another version without another stroke.
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

/** Makes edits to the form, as if they were typed. */
export function makeEdits<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  edits: readonly Edit<Name>[],
): void {
  for (const { field, to } of edits) {
    form.setValue(field, to as PathValue<Values, Name>, { shouldDirty: true, shouldValidate: true })
  }
}

/**
 * Asks before what was typed is left behind: links and Back wait for the answer, and closing the tab asks the
 * browser's own question. `isUnsaved` is asked at that moment, so that a save that has just succeeded may navigate.
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
