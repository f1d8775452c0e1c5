import { events, Link, notify, useNavigate, usePageTitle, useSession } from '@mms/sdk'
import { Button, EmptyState, PageHeader } from '@mms/ui'
import { useEffect, useState } from 'react'
import { useWayBack } from '../medicines/list-address.ts'
import { createMedicine } from './api.ts'
import { DoubtsDialog } from './doubts-dialog.tsx'
import { useDraft } from './draft.ts'
import { FailurePanel } from './failure-panel.tsx'
import { bodyFor, emptyForm, validateForm } from './form-values.ts'
import { MedicineForm } from './medicine-form.tsx'
import { useDoubts } from './use-doubts.ts'
import { useFormKey } from './use-form-key.ts'
import { showSaveFailure, useMedicineForm, useSaveFailure } from './use-medicine-form.ts'
import { useUnsaved } from './use-unsaved.ts'

/** `/medicines/add`; the server lets administrators add, so nobody else is shown the form. */
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
  const form = useMedicineForm(emptyForm)
  const formKey = useFormKey('add')
  const unsaved = useUnsaved(form, useDraft('add'))
  const [failure, setFailure] = useSaveFailure(form)
  const doubts = useDoubts()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  // Who comes here wants to type, and after "Save and add another" goes on typing.
  useEffect(() => document.querySelector<HTMLElement>('[name=name]')?.focus(), [])

  const add = async (goOn: () => unknown) => {
    const result = validateForm(form.getValues())
    if (!('body' in result) || !(await doubts.settle(result.body, null))) return
    setFailure(null)
    try {
      await createMedicine(bodyFor(null, result.body), formKey.key)
    } catch (error) {
      setFailure(showSaveFailure(form, error))
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
        <FailurePanel failure={failure} />
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
