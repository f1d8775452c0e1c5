import { AddPage } from '@mms/sdk/record-forms'
import { medicineKind } from '../medicines/kind.ts'
import { medicineForm } from './fields.tsx'

/** `/medicines/add`, for administrators: the server lets no other role add. */
export const AddMedicinePage = () => <AddPage kind={medicineKind} form={medicineForm} />
