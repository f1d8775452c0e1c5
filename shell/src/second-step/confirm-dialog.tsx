import { passwordProblems, type SecondStep } from '@mms/contracts'
import { ApiError, useLocation } from '@mms/sdk'
import { Button, Dialog, PasswordField, Spinner, Text, TextLink } from '@mms/ui'
import { lazy, Suspense, useState } from 'react'
import { reauthenticate } from '../forms/api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { providerAddress, useProvider } from '../single-sign-on/api.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('./second-step-form.tsx')).SecondStepForm,
}))

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem?.code : undefined)

/** Whether the server asks for a recent proof of who is signed in. */
export const isAskingProof = (error: unknown) =>
  codeOf(error) === passwordProblems.reauthenticate || codeOf(error) === passwordProblems.signInAgain

interface DialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the proof that `refusal` wants: the password, then the second step where there is one, or the provider's word. */
export function ConfirmDialog({ refusal, ...props }: DialogProps & { refusal: unknown }) {
  const [asked, setAsked] = useState<{ password: string; step: SecondStep } | null>(null)
  if (codeOf(refusal) === passwordProblems.signInAgain) return <ProviderDialog onClose={props.onClose} />
  if (asked) return <StepDialog {...asked} {...props} onBack={() => setAsked(null)} />
  const prove = async ({ password }: { password: string }) => {
    try {
      await reauthenticate({ password })
    } catch (error) {
      const step = error instanceof ApiError ? error.problem?.secondStep : undefined
      if (step) setAsked({ password, step })
      throw error
    }
  }
  return (
    <FormDialog
      title="Confirm with your password"
      submitLabel="Confirm"
      initial={{ password: '' }}
      save={prove}
      onSaved={props.onConfirmed}
      failureText="Failed to confirm"
      onClose={props.onClose}
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

interface StepDialogProps extends DialogProps {
  password: string
  step: SecondStep
  onBack: () => void
}

function StepDialog({ password, step, onConfirmed, onClose, onBack }: StepDialogProps) {
  return (
    <Dialog
      open
      title="Confirm with your second step"
      onClose={onClose}
      footer={<CancelButton onClick={onClose} />}
    >
      <Suspense fallback={<Spinner />}>
        <SecondStepForm
          asked={step}
          onBack={onBack}
          submitLabel="Confirm"
          send={async (secondStep) => {
            await reauthenticate({ password, secondStep })
            onConfirmed()
            onClose()
          }}
        />
      </Suspense>
    </Dialog>
  )
}

/** For users whom the provider of single sign-on knows, and who have no password here. */
function ProviderDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const { data: name } = useProvider()
  return (
    <Dialog open title="Please sign in again" onClose={onClose} footer={<CancelButton onClick={onClose} />}>
      <Text mb="3">
        You last signed in more than 10 minutes ago. Sign in again, then repeat the change: what you typed is
        not kept.
      </Text>
      <TextLink href={providerAddress(pathname, { again: 'true' })} py="2">
        Sign in with {name ?? 'single sign-on'}
      </TextLink>
    </Dialog>
  )
}
