import { type ImportedRow, type MedicineField, medicineFieldNames } from '@mms/contracts'
import { headerOf } from '../catalogue-files/columns.ts'

const nameOf = (field: string) =>
  medicineFieldNames.includes(field as MedicineField) ? headerOf(field as MedicineField) : field

export const reasonsOf = ({ errors = {} }: ImportedRow): string =>
  Object.entries(errors)
    .map(([field, error]) => `${nameOf(field)} ${error}.`)
    .join(' ')
