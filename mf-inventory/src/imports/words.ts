import type { ImportedRow } from '@mms/contracts'
import { type FileField, fileFields, headerOf } from '../catalogue-files/columns.ts'

const nameOf = (field: string) =>
  fileFields.includes(field as FileField) ? headerOf(field as FileField) : field

export const reasonsOf = ({ errors = {} }: ImportedRow): string =>
  Object.entries(errors)
    .map(([field, error]) => `${nameOf(field)} ${error}.`)
    .join(' ')
