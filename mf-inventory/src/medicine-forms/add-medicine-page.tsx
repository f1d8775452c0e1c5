import { AddPage } from '@mms/sdk/record-forms'
import { medicineKind } from '../medicines/kind.ts'
import { medicineForm } from './fields.tsx'

export const AddMedicinePage = () => <AddPage kind={medicineKind} form={medicineForm} />
