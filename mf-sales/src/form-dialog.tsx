import { Button, Dialog, Stack } from '@mms/ui'
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import * as sharedWords from './words/shared.ts'

interface Props
  extends Pick<ComponentProps<typeof Button>, 'colorPalette' | 'disabled' | 'loading' | 'loadingText'> {
  title: string
  submitLabel: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  onChange?: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form. Spread the `form` of `useSaving` into it. */
export function FormDialog({ title, submitLabel, onSubmit, onChange, onClose, children, ...button }: Props) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {sharedWords.cancel}
      </Button>
      <Button type="submit" form={id} {...button}>
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form id={id} noValidate onSubmit={submit} onChange={onChange}>
        <Stack gap="3">{children}</Stack>
      </form>
    </Dialog>
  )
}
