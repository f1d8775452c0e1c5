import type { Question } from '@mms/contracts'
import type { ChangeEvent } from 'react'
import { QuestionLine } from '../questions/question-line.tsx'
import type { FieldName } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

export interface FieldsProps {
  form: TransactionFormApi
  elements: FieldElements
  /** What is asked about one of the fields. */
  question?: Question | null
}

type TypedField = Exclude<FieldName, 'medicine' | 'pack'>

/** What a field needs besides its label: its value, what is typed in it, its error, and how the focus finds it. */
export function fieldProps({ form, elements, question }: FieldsProps, field: TypedField) {
  return {
    ...(question?.field === field && { hint: <QuestionLine question={question} /> }),
    name: field,
    ref: elements.refOf(field),
    value: form.values[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.set(field, target.value as never),
    error: form.errors[field],
  }
}
