import { useMutation } from '@mms/sdk'
import { Text, TextField } from '@mms/ui'
import { type FormEvent, useState } from 'react'
import { FailureAlert, FormDialog } from '../form-dialog.tsx'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'

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
