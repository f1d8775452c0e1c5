import { get } from 'react-hook-form'
import { type FieldName, fieldNames, type MedicineFormValues } from './form-values.ts'

export type FieldValue = string | boolean

/** One field of which two versions of the form differ. */
export interface Edit {
  field: FieldName
  from: FieldValue
  to: FieldValue
}

/** What has to be done to `from` to make it `to`, in the order of the form. */
export function editsBetween(from: MedicineFormValues, to: MedicineFormValues): Edit[] {
  return fieldNames
    .map((field) => ({ field, from: get(from, field) as FieldValue, to: get(to, field) as FieldValue }))
    .filter((edit) => edit.from !== edit.to)
}
