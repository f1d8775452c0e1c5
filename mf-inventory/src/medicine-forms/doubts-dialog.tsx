import { Box, ConfirmDialog, Text } from '@mms/ui'
import { useEffect, useRef } from 'react'
import * as words from '../words/medicine-forms.ts'
import type { Doubt } from './doubts.ts'
import type { FieldName, MedicineFormApi } from './form-values.ts'

interface Props {
  doubts: Doubt[]
  onAnswer: (save: boolean) => void
  form: MedicineFormApi
}

export function DoubtsDialog({ doubts, onAnswer, form }: Props) {
  const [first] = doubts
  const backTo = useRef<FieldName | null>(null)
  const isOpen = first !== undefined
  useEffect(() => {
    // Only after the dialog has closed. Until then the form cannot take focus.
    if (isOpen || backTo.current === null) return
    form.setFocus(backTo.current)
    backTo.current = null
  }, [isOpen, form])
  if (!first) return null
  return (
    <ConfirmDialog
      open
      title={words.isRight}
      confirmLabel={words.saveAnyway}
      cancelLabel={words.goBack}
      onConfirm={() => onAnswer(true)}
      onCancel={() => {
        backTo.current = first.field
        onAnswer(false)
      }}
    >
      {doubts.length === 1 ? (
        <Text>{first.text}</Text>
      ) : (
        <Box as="ul" ps="5" listStyleType="disc">
          {doubts.map(({ field, text }) => (
            <li key={field}>{text}</li>
          ))}
        </Box>
      )}
    </ConfirmDialog>
  )
}
