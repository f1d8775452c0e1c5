import { events, Link, notify, useNavigate, usePageTitle, useSession } from '@mms/sdk'
import { Button, EmptyState, PageHeader } from '@mms/ui'
import { useState } from 'react'
import { useWayBack } from '../medicines/list-address.ts'
import { createMedicine } from './api.ts'
import { useDraft } from './draft.ts'
import { FailurePanel } from './failure-panel.tsx'
import { bodyFor, emptyForm, validateForm } from './form-values.ts'
import { MedicineForm } from './medicine-form.tsx'
import { useFormKey } from './use-form-key.ts'
import { showSaveFailure, useMedicineForm } from './use-medicine-form.ts'
import { useUnsaved } from './use-unsaved.ts'

/** `/medicines/add`; the server lets administrators add, so nobody else is shown the form. */
export function AddMedicinePage() {
  usePageTitle('Add Medicine')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      <PageHeader title="Add Medicine" />
      {isAdmin ? <AddMedicineForm /> : <AdminsOnly />}
    </>
  )
}

function AddMedicineForm() {
  const form = useMedicineForm(emptyForm)
  const formKey = useFormKey('add')
  const unsaved = useUnsaved(form, useDraft('add'))
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()
  const wayBack = useWayBack()

  const save = async () => {
    const result = validateForm(form.getValues())
    if (!('body' in result)) return
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
    await navigate(wayBack.to, { state: wayBack.state })
  }

  const discard = () => {
    unsaved.discard()
    formKey.renew()
  }

  return (
    <MedicineForm form={form} onSave={save} unsaved={{ ...unsaved, discard }}>
      <FailurePanel failure={failure} />
    </MedicineForm>
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
