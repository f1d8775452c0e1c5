import { useMutation } from '@mms/sdk'
import { failureOf, usePlainForm } from '@mms/sdk/forms'
import { Alert, Button, Dialog, Stack } from '@mms/ui'
import { type ReactNode, useId } from 'react'

type FormValues = Record<string, string | boolean>
type PlainForm<Values extends FormValues> = typeof usePlainForm<Values>

interface FormDialogProps<Values extends FormValues, Saved>
  extends Pick<Parameters<PlainForm<Values>>[0], 'initial' | 'check'> {
  title: string
  submitLabel: string
  save: (values: Values) => Promise<Saved>
  onSaved: (answer: Saved) => Promise<void> | void
  /** Shown when the server gave no reason. */
  failureText: string
  onClose: () => void
  /** The fields: each takes what `field('name')` returns. */
  children: (field: ReturnType<PlainForm<Values>>['field']) => ReactNode
}

/** A form in a dialog: fields, the reason of a failure on top, Cancel and one button that saves and closes it. */
export function FormDialog<Values extends FormValues, Saved>(props: FormDialogProps<Values, Saved>) {
  const { title, submitLabel, initial, check, save, onSaved, failureText, onClose, children } = props
  const id = useId()
  const { mutate, error, isPending } = useMutation({
    mutationFn: save,
    onSuccess: async (answer) => {
      await onSaved(answer)
      onClose()
    },
  })
  const { form, field, failure } = usePlainForm<Values>({
    initial,
    failure: error,
    send: (values) => mutate(values),
    ...(check && { check }),
  })
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={id} loading={isPending} loadingText="Saving...">
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form id={id} {...form}>
        <Stack gap="4">
          {failure ? <Failure {...failureOf(failure, failureText)} /> : null}
          {children(field)}
        </Stack>
      </form>
    </Dialog>
  )
}

function Failure({ prefix, title, reason }: ReturnType<typeof failureOf>) {
  return (
    <Alert status="error" prefix={prefix} title={title}>
      {reason}
    </Alert>
  )
}
