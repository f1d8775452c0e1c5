import { Box, ConfirmDialog, Text } from '@mms/ui'
import { useEffect, useRef } from 'react'
import type { FieldName, MedicineFormApi } from './form-values.ts'
import type { Doubts } from './use-doubts.ts'

/** Confirms unlikely values before they are saved. *Go back* puts the focus into the first such field. */
export function DoubtsDialog({ doubts, form }: { doubts: Doubts; form: MedicineFormApi }) {
  const [first] = doubts.open
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
      onConfirm={() => doubts.answer(true)}
      onCancel={() => {
        backTo.current = first.field
        doubts.answer(false)
      }}
    >
      {doubts.open.length === 1 ? (
        <Text>{first.text}</Text>
      ) : (
        <Box as="ul" ps="5" listStyleType="disc">
          {doubts.open.map(({ field, text }) => (
            <li key={field}>{text}</li>
          ))}
        </Box>
      )}
    </ConfirmDialog>
  )
}
