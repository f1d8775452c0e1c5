import { failureTitle, reasonText, useMutation } from '@mms/sdk'
import { Alert, Button, Dialog, Stack, Text, TextField } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'

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

/** A change of batches that needs a reason, or another text. */
export interface ReasonQuestion {
  title: string
  text: string
  confirmLabel: string
  destructive?: boolean
  label?: string
  placeholder?: string
  failure: string
  run: (text: string) => Promise<unknown>
}

export function ReasonDialog({
  label = sharedWords.reason,
  onClose,
  ...question
}: ReasonQuestion & { onClose: () => void }) {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const running = useMutation({ mutationFn: question.run, onSuccess: onClose })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !running.isPending) running.mutate(text.trim())
  }
  return (
    <FormDialog
      title={question.title}
      submitLabel={question.confirmLabel}
      destructive={question.destructive ?? false}
      isSaving={running.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Text _firstLetter={{ textTransform: 'uppercase' }}>{question.text}</Text>
      <TextField
        label={label}
        required
        maxLength={200}
        autoComplete="off"
        placeholder={question.placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isMissing && text.trim() === '' ? words.fieldRequired(label) : undefined}
      />
      <FailureAlert error={running.error} title={question.failure} />
    </FormDialog>
  )
}
