import {
  ApiError,
  errorText,
  events,
  Link,
  notify,
  useNavigate,
  usePageTitle,
  useParams,
  useQuery,
  useWayBack,
} from '@mms/sdk'
import { showSaveFailure, useDraft, useSaveFailure, useSchemaForm, useUnsaved } from '@mms/sdk/forms'
import { PageHeader, PageLoader, SaveFailureAlert, TextLink } from '@mms/ui'
import { useEffect, useState } from 'react'
import { formKeys } from '../keys.ts'
import { fetchMedicine, type LoadedMedicine, updateMedicine } from './api.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { DoubtsDialog } from './doubts-dialog.tsx'
import { bodyFor, FAILED, medicineRules } from './form-values.ts'
import { MedicineForm } from './medicine-form.tsx'
import { useConflict } from './use-conflict.ts'
import { useDoubts } from './use-doubts.ts'
import { stillToDo, versionOf, versionOfDraft } from './versions.ts'

/** `/medicines/edit/:id` */
export function EditMedicinePage() {
  usePageTitle('Edit Medicine')
  const { id = '' } = useParams()
  const navigate = useNavigate()
  // Fetched once for each visit and never refetched: the form holds one version and its ETag.
  const { data, error } = useQuery({
    queryKey: formKeys(id),
    queryFn: ({ signal }) => fetchMedicine(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    notify.error(
      'Failed to fetch medicine details',
      error instanceof ApiError ? errorText(error) : error.message,
    )
    void navigate('/medicines', { replace: true })
  }, [error, navigate])
  return (
    <>
      <PageHeader
        title="Edit Medicine"
        text={data ? <MedicineLink id={id} name={data.medicine.name} /> : undefined}
      />
      {data ? (
        <EditMedicineForm key={id} id={id} loaded={data} />
      ) : (
        <PageLoader text="Loading the medicine..." />
      )}
    </>
  )
}

function MedicineLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink asChild>
      <Link to={`/medicines/${id}`}>{name}</Link>
    </TextLink>
  )
}

function EditMedicineForm({ id, loaded }: { id: string; loaded: LoadedMedicine }) {
  const kept = useDraft(medicineRules, id)
  const [current] = useState(() => versionOf(loaded))
  const [draft] = useState(() => stillToDo(kept.found, current))
  const form = useSchemaForm(medicineRules, (draft ? versionOfDraft(draft, current) : current).values)
  const conflict = useConflict(id, { loaded: current, draft }, form)
  const unsaved = useUnsaved(form, medicineRules, { key: kept.key, found: draft, etag: conflict.etag })
  const [failure, setFailure] = useSaveFailure(form)
  const doubts = useDoubts()
  const navigate = useNavigate()
  const wayBack = useWayBack('/medicines')

  const save = async () => {
    const result = medicineRules.validate(form.getValues())
    if (!('body' in result) || !(await doubts.settle(result.body, loaded.medicine))) return
    setFailure(null)
    try {
      await updateMedicine(id, bodyFor(loaded.medicine, result.body), conflict.etag)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) {
        setFailure(showSaveFailure(form, medicineRules, { error, title: FAILED }))
        return
      }
      if ((await conflict.raise()) !== 'saved already') return
    }
    unsaved.release()
    notify.success('Medicine updated successfully')
    events.emit('medicines-changed', { medicineIds: [id] })
    await navigate(wayBack.to, { state: wayBack.state })
  }

  const discard = () => {
    unsaved.discard()
    conflict.dropMine()
  }

  return (
    <>
      <MedicineForm form={form} onSave={save} unsaved={{ ...unsaved, discard }}>
        <ConflictPanel conflict={conflict} />
        <SaveFailureAlert failure={failure} />
      </MedicineForm>
      <DoubtsDialog doubts={doubts} form={form} />
    </>
  )
}
