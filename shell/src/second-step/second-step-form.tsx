import type { SecondStep, TakeSecondStep } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { SecondStepForm as StepForm } from '@mms/sdk/second-step'
import { Button, Heading, Stack } from '@mms/ui'
import { takeSecondStep } from './api.ts'
import { SetUpForm } from './set-up-form.tsx'

interface Props {
  asked: SecondStep
  onBack: () => void
}

export function SecondStepForm({ asked, onBack }: Props) {
  const isSetUp = asked.methods.includes('set-up')
  const back = (
    <Button variant="ghost" size="sm" onClick={onBack}>
      Back to the password
    </Button>
  )
  return (
    <Stack gap="5">
      <Heading as="h2" size="lg">
        {isSetUp ? 'Set up a second step' : 'Second step'}
      </Heading>
      {isSetUp ? (
        <>
          <SetUpForm challenge={asked.challenge} />
          {back}
        </>
      ) : (
        <StepForm asked={asked} submitLabel="Login" send={signIn}>
          {back}
        </StepForm>
      )}
    </Stack>
  )
}

async function signIn(step: TakeSecondStep): Promise<void> {
  session.start(await takeSecondStep(step))
  notify.success('Login successful')
}
