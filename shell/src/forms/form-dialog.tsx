import type { TakeSecondStep } from '@mms/contracts'
import { type Field, type FormValues, type SavingForm, useSaving } from '@mms/sdk/forms'
import { Button, Dialog, Stack } from '@mms/ui'
import { type ReactNode, useId } from 'react'
import { proven } from './proof.ts'

interface FormDialogProps<Values extends FormValues, Saved> extends Omit<SavingForm<Values, Saved>, 'save'> {
  title: string
  save: (values: Values, secondStep?: TakeSecondStep) => Promise<Saved>
  /** True if `save` asks for the proof itself. */
  isProven?: boolean
  submitLabel: string
  onClose: () => void
  children: (field: Field<Values>) => ReactNode
}

/** Asks for the password if the server demands it, then sends the form again. */
export function FormDialog<Values extends FormValues, Saved>(props: FormDialogProps<Values, Saved>) {
  const { title, submitLabel, save, isProven, onSaved, onClose, children } = props
  const id = useId()
  const { form, field, alert, isPending } = useSaving({
    ...props,
    save: (values) => (isProven ? save(values) : proven((secondStep) => save(values, secondStep))),
    onSaved: async (answer: Saved) => {
      await onSaved(answer)
      onClose()
    },
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
          {alert}
          {children(field)}
        </Stack>
      </form>
    </Dialog>
  )
}
