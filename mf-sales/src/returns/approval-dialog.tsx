import { type CreateTransaction, returnSubject } from '@mms/contracts'
import { reasonText, useMutation } from '@mms/sdk'
import { Alert, Button, Dialog, PasswordField, Stack, Text, TextField } from '@mms/ui'
import { type FormEvent, useId, useState } from 'react'
import { approve } from './api.ts'

interface Props {
  /** What comes back, and under which Idempotency-Key it is to be recorded: the approval is good for that alone. */
  body: CreateTransaction
  idempotencyKey: string
  /** "Return of 40 × Dolo 650" */
  title: string
  onApproved: (approval: string) => void
  onCancel: () => void
}

/** An administrator types email and password at this screen; the session stays the user's. */
export function ApprovalDialog({ body, idempotencyKey, title, onApproved, onCancel }: Props) {
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const asking = useMutation({
    mutationFn: () =>
      approve({ email, password, purpose: 'sales.return', subject: returnSubject(idempotencyKey, body) }),
    onSuccess: ({ approval }) => onApproved(approval),
    onError: () => setPassword(''),
  })
  const isComplete = email.trim() !== '' && password !== ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !asking.isPending) asking.mutate()
  }
  return (
    <Dialog
      open
      title="An administrator must approve this return"
      onClose={onCancel}
      footer={
        <>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            disabled={!isComplete}
            loading={asking.isPending}
            loadingText="Checking..."
          >
            Approve and record
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          <Text>
            {title}: more than was sold in 90 days, and more than staff may take back. Your password approves
            this return only.
          </Text>
          {asking.isError ? (
            <Alert status="error" title="Not approved">
              {reasonText(asking.error)}
            </Alert>
          ) : null}
          <TextField
            label="Administrator's email"
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <PasswordField
            label="Administrator's password"
            autoComplete="off"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
