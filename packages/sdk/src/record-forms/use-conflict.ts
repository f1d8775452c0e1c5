import { ApiError } from '@mms/sdk'
import type { FormRules } from '@mms/sdk/form-rules'
import {
  type Draft,
  type Edit,
  editsBetween,
  type FieldValues,
  type FormApi,
  makeEdits,
  type Path,
} from '@mms/sdk/forms'
import { useState } from 'react'
import { isSame, type Version, versionOfDraft } from './record-form-rules.ts'

type State<Values, Name extends string> =
  | { step: 'none' }
  | { step: 'asking' | 'unknown' | 'deleted' }
  | { step: 'found'; current: Version<Values>; theirs: Edit<Name>[]; mine: Edit<Name>[] }
  | { step: 'loaded'; mine: Edit<Name>[] }
  | { step: 'merged' }

export interface Conflict<Values = unknown, Name extends string = string> {
  state: State<Values, Name>
  etag: string
  raise: () => Promise<'saved already' | 'changed'>
  loadCurrent: () => void
  applyMine: () => void
  dropMine: () => void
}

interface Options<Values extends FieldValues, Body, Name extends string> {
  rules: FormRules<Values, Body, Name>
  loaded: Version<Values>
  draft: Draft<Values, Name> | null
  form: FormApi<Values>
  fetchCurrent: () => Promise<Version<Values>>
}

/** Lets the user resolve a concurrent change without losing input. */
export function useConflict<Values extends FieldValues, Body, Name extends Path<Values>>({
  rules,
  loaded,
  draft,
  form,
  fetchCurrent,
}: Options<Values, Body, Name>): Conflict<Values, Name> {
  const edits = (from: Values, to: Values) => editsBetween(rules.names, from, to)
  const [base, setBase] = useState(() => (draft ? versionOfDraft(draft, loaded) : loaded))
  /** A draft based on an older version starts with a conflict. */
  const [state, setState] = useState<State<Values, Name>>(() => {
    if (draft === null || base.etag === loaded.etag) return { step: 'none' }
    return { step: 'found', current: loaded, theirs: edits(base.values, loaded.values), mine: draft.edits }
  })

  /** Includes input typed after the conflict, because the form stays editable beside the question. */
  const editsOnBase = () => edits(base.values, form.getValues())

  const raise = async () => {
    setState({ step: 'asking' })
    try {
      const current = await fetchCurrent()
      if (isSame(rules, form.getValues(), current.values)) return 'saved already'
      setState({ step: 'found', current, theirs: edits(base.values, current.values), mine: editsOnBase() })
    } catch (error) {
      setState({ step: error instanceof ApiError && error.status === 404 ? 'deleted' : 'unknown' })
    }
    return 'changed'
  }

  const standOn = (version: Version<Values>) => {
    setBase(version)
    form.reset(version.values)
  }

  const loadCurrent = () => {
    if (state.step !== 'found') return
    const mine = editsOnBase()
    standOn(state.current)
    setState(mine.length > 0 ? { step: 'loaded', mine } : { step: 'none' })
  }

  const applyMine = () => {
    if (state.step !== 'found' && state.step !== 'loaded') return
    const mine = state.step === 'found' ? editsOnBase() : state.mine
    if (state.step === 'found') standOn(state.current)
    makeEdits(form, mine)
    setState({ step: 'merged' })
  }

  const dropMine = () => {
    if (state.step === 'found') standOn(state.current)
    setState({ step: 'none' })
  }

  return { state, etag: base.etag, raise, loadCurrent, applyMine, dropMine }
}
