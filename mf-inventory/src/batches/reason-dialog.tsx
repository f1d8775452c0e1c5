import { failureTitle, reasonText, useMutation } from '@mms/sdk'
import { Alert, Button, Dialog, Stack, TextField } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'

interface Props {
  title: string
  label?: string
  placeholder?: string
  confirmLabel: string
  /** Title of the error message if the server gives none. */
  failure: string
  destructive?: boolean
  run: (text: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

export function ReasonDialog({ label = sharedWords.reason, run, onClose, ...props }: Props) {
  const form = useId()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const running = useMutation({ mutationFn: run, onSuccess: onClose })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !running.isPending) running.mutate(text.trim())
  }
  return (
    <Dialog
      open
      title={props.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {sharedWords.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            {...(props.destructive ? { colorPalette: tones.danger } : {})}
            loading={running.isPending}
            loadingText={sharedWords.saving}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          {props.children}
          <TextField
            label={label}
            required
            maxLength={200}
            autoComplete="off"
            placeholder={props.placeholder}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={isMissing && text.trim() === '' ? words.fieldRequired(label) : undefined}
          />
          {running.isError ? (
            <Alert status="error" title={failureTitle(running.error, props.failure)}>
              {reasonText(running.error)}
            </Alert>
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
