import type { ApprovalPurpose, TakeSecondStep } from '@mms/contracts'
import { ApiError, useMutation } from '@mms/sdk'
import { Button, Dialog, PasswordField, Spinner, Stack, Text, TextField } from '@mms/ui'
import { type ChangeEvent, type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { FailureAlert } from '../elements.tsx'
import * as words from '../words/returns.ts'
import * as sharedWords from '../words/shared.ts'
import { requestApproval } from './api.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('@mms/sdk/second-step')).SecondStepForm,
}))

export interface ApprovalProps {
  purpose: ApprovalPurpose
  /** The approval is valid for this subject only. */
  subject: string
  title: string
  onApproved: (approval: string) => void
  onCancel: () => void
}

const stepIn = (error: unknown) => (error instanceof ApiError ? error.problem?.secondStep : undefined)

const typeInto =
  (set: (text: string) => void) =>
  ({ target }: ChangeEvent<HTMLInputElement>) =>
    set(target.value)

type Request = Pick<ApprovalProps, 'purpose' | 'subject' | 'onApproved'>

function useApproval({ purpose, subject, onApproved }: Request) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const ask = async (secondStep?: TakeSecondStep) => {
    const proof = { email, password, ...(secondStep && { secondStep }) }
    onApproved((await requestApproval({ ...proof, purpose, subject })).approval)
  }
  const asking = useMutation({
    mutationFn: () => ask(),
    onError: (error) => {
      if (!stepIn(error)) setPassword('')
    },
  })
  const typed = {
    email: { value: email, onChange: typeInto(setEmail) },
    password: { value: password, onChange: typeInto(setPassword) },
  }
  return { ask, asking, isComplete: email.trim() !== '' && password !== '', typed }
}

const purposes: Record<ApprovalPurpose, { name: string; limit: string }> = {
  'sales.return': { name: 'return', limit: words.returnLimit },
  'sales.write_off': { name: 'write-off', limit: words.writeOffLimit },
  'sales.bill': { name: 'bill', limit: words.discountLimit },
}

/** The administrator enters password and second step. The signed-in user stays signed in. */
export function ApprovalDialog({ title, onCancel, ...props }: ApprovalProps) {
  const said = purposes[props.purpose]
  const approval = useApproval(props)
  const step = stepIn(approval.asking.error)
  const formId = useId()
  const { isComplete, asking } = approval
  const look = { disabled: !isComplete, loading: asking.isPending, loadingText: words.checking }
  const approveButton = (
    <Button type="submit" form={formId} {...look}>
      {words.approveRecord}
    </Button>
  )
  return (
    <Dialog
      open
      title={words.mustApprove(said.name)}
      onClose={onCancel}
      footer={
        <>
          <Button variant="outline" onClick={onCancel}>
            {sharedWords.cancel}
          </Button>
          {step ? null : approveButton}
        </>
      }
    >
      {step ? (
        <Stack gap="4">
          <Text>{words.secondStepToo(title, approval.typed.email.value)}</Text>
          <Suspense fallback={<Spinner />}>
            <SecondStepForm
              asked={step}
              submitLabel={words.approveRecord}
              send={approval.ask}
              askAgain={approval.ask}
            />
          </Suspense>
        </Stack>
      ) : (
        <PasswordForm id={formId} title={title} said={said} {...approval} />
      )}
    </Dialog>
  )
}

interface PasswordFormProps extends ReturnType<typeof useApproval> {
  id: string
  title: string
  said: (typeof purposes)[ApprovalPurpose]
}

function PasswordForm({ id, title, said, asking, isComplete, typed }: PasswordFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !asking.isPending) asking.mutate()
  }
  return (
    <form id={id} noValidate onSubmit={onSubmit}>
      <Stack gap="4">
        <Text>{words.approvesOnly(title, said.limit, said.name)}</Text>
        <FailureAlert title={words.notApproved} error={asking.error} />
        <TextField
          label={words.administratorsEmail}
          type="email"
          autoComplete="off"
          required
          {...typed.email}
        />
        <PasswordField label={words.administratorsPassword} autoComplete="off" required {...typed.password} />
      </Stack>
    </form>
  )
}
