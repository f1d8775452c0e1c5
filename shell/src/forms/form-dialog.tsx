import { problemText, type usePlainForm } from '@mms/sdk/forms'
import { Alert, Button, Dialog, Stack } from '@mms/ui'
import { type ReactNode, useId } from 'react'

interface FormDialogProps {
  title: string
  submitLabel: string
  busy: boolean
  /** From `usePlainForm`, with why the last attempt failed; errors of single fields are shown by the fields. */
  state: Pick<ReturnType<typeof usePlainForm>, 'form' | 'failure'>
  /** Shown when the server gave no reason. */
  failureText: string
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: fields, the reason of a failure on top, Cancel and one button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, busy, state, failureText, onClose, children } = props
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
      <form id={form} {...state.form}>
        <Stack gap="4">
          {state.failure ? <Alert status="error" title={problemText(state.failure, failureText)} /> : null}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
