import { ApiError } from '@mms/sdk'
import { editsBetween, makeEdits } from '@mms/sdk/forms'
import { useState } from 'react'
import { fetchMedicine } from './api.ts'
import { type MedicineFormApi, type MedicineFormValues, medicineRules } from './form-values.ts'
import {
  isSameMedicine,
  type MedicineDraft,
  type MedicineEdit,
  type Version,
  versionOf,
  versionOfDraft,
} from './versions.ts'

type State =
  | { step: 'none' }
  /** The current version is being fetched, could not be fetched, or is deleted. */
  | { step: 'asking' | 'unknown' | 'deleted' }
  /** What they changed and what I changed, both since the version that the form was opened with. */
  | { step: 'found'; current: Version; theirs: MedicineEdit[]; mine: MedicineEdit[] }
  /** The form shows the current version; my edits wait to be made again. */
  | { step: 'loaded'; mine: MedicineEdit[] }
  | { step: 'merged' }

export interface Conflict {
  state: State
  /** Names the version that the form stands on; goes along as If-Match. */
  etag: string
  /** After a 412. The newer version may be the very one that is to be saved: an earlier try whose answer got lost. */
  raise: () => Promise<'saved already' | 'changed'>
  /** Shows the current version; my edits are kept aside. */
  loadCurrent: () => void
  /** Shows the current version with my edits made to it again. */
  applyMine: () => void
  /** Shows the current version, and my edits are given up. */
  dropMine: () => void
}

const edits = (from: MedicineFormValues, to: MedicineFormValues) =>
  editsBetween(medicineRules.names, from, to)

/** A draft that was typed upon another version than the current one begins with a conflict. */
function stateOf(draft: MedicineDraft | null, base: Version, current: Version): State {
  if (draft === null || base.etag === current.etag) return { step: 'none' }
  return {
    step: 'found',
    current,
    theirs: edits(base.values, current.values),
    mine: draft.edits,
  }
}

/** A concurrent save: while the form was open, or since its draft was typed. No step of it loses what was typed. */
export function useConflict(
  id: string,
  { loaded, draft }: { loaded: Version; draft: MedicineDraft | null },
  form: MedicineFormApi,
): Conflict {
  const [base, setBase] = useState<Version>(() => (draft ? versionOfDraft(draft, loaded) : loaded))
  const [state, setState] = useState<State>(() => stateOf(draft, base, loaded))

  /** Also what was typed since the conflict was found: the form stays open beside the question. */
  const editsOnBase = () => edits(base.values, form.getValues())

  const raise = async () => {
    setState({ step: 'asking' })
    try {
      const current = versionOf(await fetchMedicine(id))
      if (isSameMedicine(form.getValues(), current.values)) return 'saved already'
      setState({ step: 'found', current, theirs: edits(base.values, current.values), mine: editsOnBase() })
    } catch (error) {
      setState({ step: error instanceof ApiError && error.status === 404 ? 'deleted' : 'unknown' })
    }
    return 'changed'
  }

  const standOn = (version: Version) => {
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
