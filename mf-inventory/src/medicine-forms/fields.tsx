import type { CreateMedicine, Medicine } from '@mms/contracts'
import type { RecordForm } from '@mms/sdk/record-forms'
import { BasicPanel } from './basic-panel.tsx'
import { DemandPanel } from './demand-panel.tsx'
import {
  bodyFor,
  type FieldName,
  formOf,
  type MedicineFormApi,
  type MedicineFormValues,
  medicineRules,
} from './form-values.ts'
import { StockPanel } from './stock-panel.tsx'
import { useDoubts } from './use-doubts.tsx'

export const medicineForm: RecordForm<Medicine, MedicineFormValues, CreateMedicine, FieldName> = {
  rules: medicineRules,
  toValues: formOf,
  Fields: MedicineFields,
  bodyFor,
  useDoubts,
  alsoChangedBy: 'a sale or delivery moved its stock',
}

function MedicineFields({ form }: { form: MedicineFormApi }) {
  return (
    <>
      <BasicPanel form={form} />
      <StockPanel form={form} />
      <DemandPanel form={form} />
    </>
  )
}
