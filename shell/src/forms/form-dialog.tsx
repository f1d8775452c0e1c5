import { Alert, Button, Dialog, Stack } from '@mms/ui'
import { type FormEvent, type ReactNode, useId } from 'react'
import { fieldErrors, problemText } from './form.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  busy: boolean
  /** Why the last attempt failed; errors of single fields are shown by the fields. */
  error: unknown
  /** Shown when the server gave no reason. */
  failureText: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: fields, the reason of a failure on top, Cancel and one button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, busy, error, failureText, onSubmit, onClose, children } = props
  const form = useId()
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={form} loading={busy} loadingText="Saving...">
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form id={form} noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          {error && !fieldErrors(error) ? (
            <Alert status="error" title={problemText(error, failureText)} />
          ) : null}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
