import { type CreateTransaction, returnSubject, type SecondStep } from '@mms/contracts'
import { ApiError, reasonText, useMutation } from '@mms/sdk'
import { Alert, Button, Dialog, PasswordField, Stack, Text, TextField } from '@mms/ui'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
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

const stepIn = (error: unknown) => (error instanceof ApiError ? error.problem?.secondStep : undefined)

const typeInto =
  (set: (text: string) => void) =>
  ({ target }: ChangeEvent<HTMLInputElement>) =>
    set(target.value)

/** Six digits are a code of the app. */
function stepWith({ challenge }: SecondStep, typed: string) {
  const isApp = /^\d{6}$/.test(typed.replace(/\s/g, ''))
  return { challenge, ...(isApp ? { code: typed } : { recoveryCode: typed }) }
}

/** What an administrator types, and the asking for the approval with it. */
function useApproval({
  body,
  idempotencyKey,
  onApproved,
}: Pick<Props, 'body' | 'idempotencyKey' | 'onApproved'>) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<SecondStep>()
  const [code, setCode] = useState('')
  const asking = useMutation({
    mutationFn: () => {
      const subject = returnSubject(idempotencyKey, body)
      const proof = { email, password, ...(step && { secondStep: stepWith(step, code) }) }
      return approve({ ...proof, purpose: 'sales.return', subject })
    },
    onSuccess: ({ approval }) => onApproved(approval),
    onError: (error) => {
      setCode('')
      const isWrongCode = error instanceof ApiError && error.problem?.code === 'auth.wrong_code'
      if (isWrongCode) return
      setStep(stepIn(error))
      if (!stepIn(error)) setPassword('')
    },
  })
  const isComplete = email.trim() !== '' && password !== '' && (!step || code.trim() !== '')
  const typed = {
    email: { value: email, onChange: typeInto(setEmail) },
    password: { value: password, onChange: typeInto(setPassword) },
    code: { value: code, onChange: typeInto(setCode) },
  }
  return { asking, isComplete, typed, isStepAsked: step !== undefined }
}

/** An administrator types email and password at this screen; the session stays the user's. */
export function ApprovalDialog({ title, onCancel, ...props }: Props) {
  const form = useId()
  const { asking, isComplete, typed, isStepAsked } = useApproval(props)
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
          {asking.isError && !stepIn(asking.error) ? (
            <Alert status="error" title="Not approved">
              {reasonText(asking.error)}
            </Alert>
          ) : null}
          <TextField
            label="Administrator's email"
            type="email"
            autoComplete="off"
            required
            {...typed.email}
          />
          <PasswordField label="Administrator's password" autoComplete="off" required {...typed.password} />
          {isStepAsked ? (
            <TextField
              label="Administrator's second step"
              hint="A code of the app, or a recovery code"
              autoComplete="off"
              autoFocus
              maxLength={40}
              required
              {...typed.code}
            />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
