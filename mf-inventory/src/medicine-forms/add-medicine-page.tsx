import { events, Link, notify, useNavigate, usePageTitle, useSession, useWayBack } from '@mms/sdk'
import {
  showSaveFailure,
  useDraft,
  useFormKey,
  useSaveFailure,
  useSchemaForm,
  useUnsaved,
} from '@mms/sdk/forms'
import { Button, EmptyState, PageHeader, SaveFailureAlert } from '@mms/ui'
import { useEffect, useState } from 'react'
import { createMedicine } from './api.ts'
import { DoubtsDialog } from './doubts-dialog.tsx'
import { bodyFor, FAILED, medicineRules } from './form-values.ts'
import { MedicineForm } from './medicine-form.tsx'
import { useDoubts } from './use-doubts.ts'

/** `/medicines/add`, for administrators: the server lets no other role add. */
export function AddMedicinePage() {
  usePageTitle('Add Medicine')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHeader title="Add Medicine" />
      {isAdmin ? <AddMedicineForm key={round} onAnother={() => setRound(round + 1)} /> : <AdminsOnly />}
    </>
  )
}

function AddMedicineForm({ onAnother }: { onAnother: () => void }) {
  const form = useSchemaForm(medicineRules)
  const formKey = useFormKey(medicineRules, 'add')
  const unsaved = useUnsaved(form, medicineRules, useDraft(medicineRules, 'add'))
  const [failure, setFailure] = useSaveFailure(form)
  const doubts = useDoubts()
  const navigate = useNavigate()
  const wayBack = useWayBack('/medicines')
  // Who comes here wants to type, and after "Save and add another" goes on typing.
  useEffect(() => document.querySelector<HTMLElement>('[name=name]')?.focus(), [])

  const add = async (goOn: () => unknown) => {
    const result = medicineRules.validate(form.getValues())
    if (!('body' in result) || !(await doubts.settle(result.body, null))) return
    setFailure(null)
    try {
      await createMedicine(bodyFor(null, result.body), formKey.key)
    } catch (error) {
      setFailure(showSaveFailure(form, medicineRules, { error, title: FAILED }))
      return
    }
    unsaved.release()
    notify.success('Medicine added successfully')
    events.emit('medicines-changed', { medicineIds: [] })
    await goOn()
  }

  const discard = () => {
    unsaved.discard()
    formKey.renew()
  }

  return (
    <>
      <MedicineForm
        form={form}
        onSave={() => add(() => navigate(wayBack.to, { state: wayBack.state }))}
        onSaveAndAnother={() => add(onAnother)}
        unsaved={{ ...unsaved, discard }}
      >
        <SaveFailureAlert failure={failure} />
      </MedicineForm>
      <DoubtsDialog doubts={doubts} form={form} />
    </>
  )
}

function AdminsOnly() {
  return (
    <EmptyState
      title="Only an administrator can add medicines"
      actions={
        <Button asChild variant="outline">
          <Link to="/medicines">Back to the medicines</Link>
        </Button>
      }
    />
  )
}
