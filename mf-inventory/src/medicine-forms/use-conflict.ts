import { ApiError } from '@mms/sdk'
import { useState } from 'react'
import { fetchMedicine, type LoadedMedicine } from './api.ts'
import { type Edit, editsBetween } from './edits.ts'
import { formOf, type MedicineFormValues, validateForm } from './form-values.ts'
import type { MedicineFormApi } from './use-medicine-form.ts'

/** A version of the medicine as the form shows it, and its ETag. */
interface Version {
  values: MedicineFormValues
  etag: string
}

type State =
  | { step: 'none' }
  /** Somebody changed it; what it is now is on its way, or could not be had, or it is gone. */
  | { step: 'asking' | 'unknown' | 'deleted' }
  /** What they changed and what I changed, both since the version that the form was opened with. */
  | { step: 'found'; current: Version; theirs: Edit[]; mine: Edit[] }
  /** The form shows the current version; my edits wait to be made again. */
  | { step: 'loaded'; mine: Edit[] }
  | { step: 'merged' }

export interface Conflict {
  state: State
  /** Names the version that the form stands on; goes along as If-Match. */
  etag: string
  /**
   * The server refused the save, because there is a newer version. That may be the very one that is to be saved: an
   * earlier try whose answer got lost.
   */
  raise: () => Promise<'saved already' | 'changed'>
  /** Shows the current version; my edits are kept aside. */
  loadCurrent: () => void
  /** Shows the current version with my edits made to it again. */
  applyMine: () => void
}

/** What happens when somebody else saved first. No step of it loses what was typed. */
export function useConflict(id: string, loaded: LoadedMedicine, form: MedicineFormApi): Conflict {
  const [base, setBase] = useState<Version>(() => versionOf(loaded))
  const [state, setState] = useState<State>({ step: 'none' })

  const raise = async () => {
    setState({ step: 'asking' })
    try {
      const current = versionOf(await fetchMedicine(id))
      if (isSameMedicine(form.getValues(), current.values)) return 'saved already'
      const mine = editsBetween(base.values, form.getValues())
      setState({ step: 'found', current, theirs: editsBetween(base.values, current.values), mine })
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
    standOn(state.current)
    setState(state.mine.length > 0 ? { step: 'loaded', mine: state.mine } : { step: 'none' })
  }

  const applyMine = () => {
    if (state.step !== 'found' && state.step !== 'loaded') return
    if (state.step === 'found') standOn(state.current)
    for (const edit of state.mine) {
      form.setValue(edit.field, edit.to, { shouldDirty: true, shouldValidate: true })
    }
    setState({ step: 'merged' })
  }

  return { state, etag: base.etag, raise, loadCurrent, applyMine }
}

/** Whether both would be stored alike: `15.20` is `15.2`. */
function isSameMedicine(typed: MedicineFormValues, stored: MedicineFormValues): boolean {
  return JSON.stringify(validateForm(typed)) === JSON.stringify(validateForm(stored))
}

function versionOf({ medicine, etag }: LoadedMedicine): Version {
  return { values: formOf(medicine), etag }
}
