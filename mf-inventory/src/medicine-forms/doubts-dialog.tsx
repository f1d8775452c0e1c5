import { Box, ConfirmDialog, Text } from '@mms/ui'
import { useEffect, useRef } from 'react'
import type { Doubt } from './doubts.ts'
import type { FieldName, MedicineFormApi } from './form-values.ts'

interface Props {
  /** What the person is asked now; empty while nothing is. */
  doubts: Doubt[]
  onAnswer: (save: boolean) => void
  form: MedicineFormApi
}

/** Confirms unlikely values before they are saved. *Go back* puts the focus into the first such field. */
export function DoubtsDialog({ doubts, onAnswer, form }: Props) {
  const [first] = doubts
  const backTo = useRef<FieldName | null>(null)
  const isOpen = first !== undefined
  useEffect(() => {
    // only once the dialog is closed: until then the form behind it takes no focus
    if (isOpen || backTo.current === null) return
    form.setFocus(backTo.current)
    backTo.current = null
  }, [isOpen, form])
  if (!first) return null
  return (
    <ConfirmDialog
      open
      title="Is this right?"
      confirmLabel="Save anyway"
      cancelLabel="Go back"
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
