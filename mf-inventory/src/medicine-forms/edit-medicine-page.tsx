import { EditPage } from '@mms/sdk/record-forms'
import { medicineKind } from '../medicines/kind.ts'
import { medicineForm } from './fields.tsx'

export const EditMedicinePage = () => <EditPage kind={medicineKind} form={medicineForm} />
