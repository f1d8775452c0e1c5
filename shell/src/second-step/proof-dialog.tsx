import { passwordProblems, type SecondStep } from '@mms/contracts'
import { useLocation } from '@mms/sdk'
import { Button, Dialog, PasswordField, Spinner, Text, TextLink } from '@mms/ui'
import { lazy, Suspense } from 'react'
import { reauthenticate } from '../forms/api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { ProofQuestion } from '../forms/proof.ts'
import { signInProviderUrl, useSignInProvider } from '../single-sign-on/api.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('@mms/sdk/second-step')).SecondStepForm,
}))

interface DialogProps extends Pick<ProofQuestion, 'goOn' | 'askAgain'> {
  onClose: () => void
}

export function ProofDialog({
  refusal: { problem },
  ...props
}: DialogProps & Pick<ProofQuestion, 'refusal'>) {
  if (problem?.secondStep) return <StepDialog asked={problem.secondStep} {...props} />
  if (problem?.code === passwordProblems.signInAgain) return <ProviderDialog {...props} />
  return <PasswordDialog {...props} />
}

function PasswordDialog({ goOn, onClose }: DialogProps) {
  return (
    <FormDialog
      title="Confirm with your password"
      submitLabel="Confirm"
      initial={{ password: '' }}
      save={({ password }, secondStep) => reauthenticate({ password, secondStep })}
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
  )
}

const CancelButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline" onClick={onClick}>
    Cancel
  </Button>
)

function StepDialog({ asked, goOn, askAgain, onClose }: DialogProps & { asked: SecondStep }) {
  const footer = <CancelButton onClick={onClose} />
  return (
    <Dialog open title="Confirm with your second step" onClose={onClose} footer={footer}>
      <Suspense fallback={<Spinner />}>
        <SecondStepForm
          asked={asked}
          submitLabel="Confirm"
          send={(step) => goOn(step).then(onClose)}
          askAgain={() => askAgain().then(onClose)}
        />
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
