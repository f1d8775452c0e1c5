import { passwordProblems, type SecondStep, type TakeSecondStep } from '@mms/contracts'
import { ApiError, useLocation } from '@mms/sdk'
import { asksForProof } from '@mms/sdk/host'
import { Button, Dialog, PasswordField, Spinner, Text, TextLink } from '@mms/ui'
import { lazy, Suspense, useState } from 'react'
import { reauthenticate } from '../forms/api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { signInProviderUrl, useSignInProvider } from '../single-sign-on/api.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('@mms/sdk/second-step')).SecondStepForm,
}))

type Send<Saved> = (secondStep?: TakeSecondStep) => Promise<Saved>

interface Question {
  refusal: ApiError
  goOn: (secondStep?: TakeSecondStep) => Promise<void>
  giveUp: () => void
}

function isAskingProof(error: unknown): error is ApiError {
  return asksForProof(error) || (error instanceof ApiError && error.problem?.secondStep !== undefined)
}

/** `proven` sends a request. If the server demands proof, `question` asks the user and sends it again. */
export function useProof() {
  const [asked, setAsked] = useState<Question | null>(null)
  async function proven<Saved>(send: Send<Saved>): Promise<Saved> {
    try {
      return await send()
    } catch (refusal) {
      if (!isAskingProof(refusal)) throw refusal
      return new Promise<Saved>((resolve, reject) => {
        const goOn = async (step?: TakeSecondStep) => resolve(step ? await send(step) : send())
        setAsked({ refusal, goOn, giveUp: () => reject(refusal) })
      })
    }
  }
  const close = () => {
    asked?.giveUp()
    setAsked(null)
  }
  return { proven, question: asked ? <ProofDialog {...asked} onClose={close} /> : null }
}

interface DialogProps extends Pick<Question, 'goOn'> {
  onClose: () => void
}

export function ProofDialog({ refusal: { problem }, ...props }: DialogProps & Pick<Question, 'refusal'>) {
  if (problem?.secondStep) return <StepDialog asked={problem.secondStep} {...props} />
  if (problem?.code === passwordProblems.signInAgain) return <ProviderDialog {...props} />
  return <PasswordDialog {...props} />
}

function PasswordDialog({ goOn, onClose }: DialogProps) {
  const { proven, question } = useProof()
  return (
    <>
      <FormDialog
        title="Confirm with your password"
        submitLabel="Confirm"
        initial={{ password: '' }}
        save={({ password }) => proven((secondStep) => reauthenticate({ password, secondStep }))}
        onSaved={() => goOn()}
        failureText="Failed to confirm"
        onClose={onClose}
      >
        {(field) => (
          <>
            <Text>You last entered it more than 10 minutes ago.</Text>
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              required
              {...field('password')}
            />
          </>
        )}
      </FormDialog>
      {question}
    </>
  )
}

const CancelButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline" onClick={onClick}>
    Cancel
  </Button>
)

function StepDialog({ asked, goOn, onClose }: DialogProps & { asked: SecondStep }) {
  const send = async (step: TakeSecondStep) => {
    await goOn(step)
    onClose()
  }
  const footer = <CancelButton onClick={onClose} />
  return (
    <Dialog open title="Confirm with your second step" onClose={onClose} footer={footer}>
      <Suspense fallback={<Spinner />}>
        <SecondStepForm asked={asked} submitLabel="Confirm" send={send} askAgain={goOn} />
      </Suspense>
    </Dialog>
  )
}

function ProviderDialog({ onClose }: DialogProps) {
  const { pathname } = useLocation()
  const { data: name } = useSignInProvider()
  return (
    <Dialog open title="Please sign in again" onClose={onClose} footer={<CancelButton onClick={onClose} />}>
      <Text mb="3">
        You last signed in more than 10 minutes ago. Sign in again, then repeat the change. What you typed
        will be lost.
      </Text>
      <TextLink href={signInProviderUrl(pathname, { again: 'true' })} py="2">
        Sign in with {name ?? 'single sign-on'}
      </TextLink>
    </Dialog>
  )
}
