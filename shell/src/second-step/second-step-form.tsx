import type { LoginResponse, NewApp, SecondStep, TakeSecondStep } from '@mms/contracts'
import { notify, reasonText } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { session } from '@mms/sdk/host'
import { SecondStepForm as StepForm } from '@mms/sdk/second-step'
import { Alert, Button, Heading, Spinner, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { confirmAppSetUp, takeSecondStep, useAppSetUp } from './api.ts'
import { AuthenticatorAppFields, RecoveryCodes } from './set-up.tsx'

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

interface Done {
  answer: LoginResponse
  codes: string[]
}

function SetUpForm({ challenge }: { challenge: string }) {
  const [done, setDone] = useState<Done | null>(null)
  const { data: app, error } = useAppSetUp(challenge)
  if (done) return <KeepCodes {...done} />
  if (error) return <Alert status="error" title={reasonText(error)} />
  if (!app) return <Spinner />
  return (
    <Stack gap="4">
      <Text>This store asks administrators for a second step besides the password.</Text>
      <FirstCode app={app} onDone={setDone} />
    </Stack>
  )
}

function FirstCode({ app, onDone }: { app: NewApp; onDone: (done: Done) => void }) {
  const { form, field, alert, isPending } = useSaving({
    initial: { code: '' },
    save: ({ code }) => confirmAppSetUp({ challenge: app.challenge, code }),
    onSaved: ({ recoveryCodes: codes, ...answer }) => onDone({ answer, codes }),
    failureText: 'Failed to set up the app',
  })
  return (
    <form {...form}>
      <Stack gap="4">
        {alert}
        <AuthenticatorAppFields app={app} {...field('code')} />
        <Button type="submit" size="lg" loading={isPending} loadingText="Saving...">
          Set up
        </Button>
      </Stack>
    </form>
  )
}

function KeepCodes({ answer, codes }: Done) {
  const goOn = () => {
    session.start(answer)
    notify.success('Login successful')
  }
  return (
    <Stack gap="4">
      <RecoveryCodes codes={codes} />
      <Button size="lg" onClick={goOn}>
        I have saved the codes
      </Button>
    </Stack>
  )
}
