import { type Question, readTypedDate } from '@mms/contracts'
import { DateField } from '@mms/sdk'
import { formatDate, Text } from '@mms/ui'
import type { ChangeEvent, ComponentProps } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import * as words from '../words/draft.ts'
import { questionText } from '../words/questions.ts'
import { type FieldName, fieldLabels } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

export interface FieldsProps {
  form: TransactionFormApi
  elements: FieldElements
  question?: Question | null
}

export type MedicineFieldsProps = FieldsProps & { medicine: PickedMedicine | null }

type TypedField = Exclude<FieldName, 'medicine' | 'pack'>

export function fieldProps({ form, elements, question }: FieldsProps, field: TypedField) {
  return {
    label: fieldLabels[field],
    ...(question?.field === field && { hint: <QuestionLine question={question} /> }),
    name: field,
    ref: elements.refOf(field),
    value: form.values[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.set(field, target.value as never),
    error: form.errors[field],
  }
}

function QuestionLine({ question }: { question: Question }) {
  return (
    <Text as="span" role="alert" display="block" color="orange.fg" fontWeight="semibold">
      {questionText(question)}
    </Text>
  )
}

type Props = ComponentProps<typeof DateField> & {
  value: string
  says?: string
}

export function ExpiryDateField({ hint, says = words.expires, ...props }: Props) {
  const date = readTypedDate(props.value)
  const understood = date === null ? undefined : `${says} ${formatDate(date)}`
  return <DateField placeholder={words.mmYy} {...props} hint={hint ?? understood} />
}
