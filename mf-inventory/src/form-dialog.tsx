import { failureTitle, reasonText } from '@mms/sdk'
import { Alert, Button, Dialog, Stack } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { type FormEvent, type ReactNode, useId } from 'react'
import * as sharedWords from './words/shared.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  destructive?: boolean
  isSaving: boolean
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, destructive, isSaving, onSubmit, onClose, children } = props
  const id = useId()
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {sharedWords.cancel}
      </Button>
      <Button
        type="submit"
        form={id}
        {...(destructive && { colorPalette: tones.danger })}
        loading={isSaving}
        loadingText={sharedWords.saving}
      >
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form id={id} noValidate onSubmit={onSubmit}>
        <Stack gap="4">{children}</Stack>
      </form>
    </Dialog>
  )
}

/** The server's reason, below a title of our own if it gives none. */
export function FailureAlert({ error, title }: { error: unknown; title: string }) {
  if (!error) return null
  return (
    <Alert status="error" title={failureTitle(error, title)}>
      {reasonText(error)}
    </Alert>
  )
}
