import type { SecondStep, TakeSecondStep } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { Alert, Button, Heading, Stack, Text, TextField } from '@mms/ui'
import { type ReactNode, useState } from 'react'
import { useSaving } from '../forms/use-saving.tsx'
import { takeSecondStep } from './api.ts'
import { CodeField } from './app-fields.tsx'
import { canUsePasskeys, showPasskey } from './passkeys.ts'
import { SetUpForm } from './set-up-form.tsx'

interface SecondStepFormProps {
  asked: SecondStep
  /** Back to the password of a sign-in; a dialog has its own way out, and its own title. */
  onBack?: () => void
  submitLabel?: string
  /** What the step is taken for; without it, a sign-in. */
  send?: (step: TakeSecondStep) => Promise<void>
}

type Method = 'passkey' | 'app' | 'recovery'

const offers: Record<Method, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code of the app',
  recovery: 'Use a recovery code',
}

/** What follows a password that was right. */
export function SecondStepForm({ asked, onBack, ...taking }: SecondStepFormProps) {
  const methods = (Object.keys(offers) as Method[]).filter(
    (method) => asked.methods.includes(method) && (method !== 'passkey' || canUsePasskeys()),
  )
  const [method, setMethod] = useState(methods[0])
  const isSetUp = asked.methods.includes('set-up')
  const others = isSetUp ? [] : methods.filter((offered) => offered !== method)
  return (
    <Stack gap="5">
      {onBack ? (
        <Heading as="h2" size="lg">
          {isSetUp ? 'Set up a second step' : 'Second step'}
        </Heading>
      ) : null}
      {isSetUp ? <SetUpForm challenge={asked.challenge} /> : null}
      {method ? <StepForm key={method} method={method} asked={asked} {...taking} /> : null}
      {isSetUp || method ? null : <NoMethodAlert />}
      <Stack gap="1" align="center">
        {others.map((offered) => (
          <Button key={offered} variant="ghost" size="sm" onClick={() => setMethod(offered)}>
            {offers[offered]}
          </Button>
        ))}
        {onBack ? (
          <Button variant="ghost" size="sm" onClick={onBack}>
            Back to the password
          </Button>
        ) : null}
      </Stack>
    </Stack>
  )
}

/** A passkey alone, and another address than its own. */
const NoMethodAlert = () => (
  <Alert status="warning" title="Your passkey does not work at this address">
    Open the address where you added it, or ask an administrator to remove your second step.
  </Alert>
)

async function signIn(step: TakeSecondStep): Promise<void> {
  session.start(await takeSecondStep(step))
  notify.success('Login successful')
}

function StepForm(props: Omit<SecondStepFormProps, 'onBack'> & { method: Method }) {
  const { method, asked, submitLabel = 'Login', send = signIn } = props
  const { challenge, passkey = {} } = asked
  const isPasskey = method === 'passkey'
  const { form, field, alert, isPending } = useSaving({
    initial: { code: '', recoveryCode: '' },
    save: async ({ code, recoveryCode }) => {
      if (isPasskey) return send({ challenge, passkey: await showPasskey(passkey) })
      return send(method === 'app' ? { challenge, code } : { challenge, recoveryCode })
    },
    onSaved: () => {},
    failureText: 'The second step failed',
  })
  const fields: Record<Method, ReactNode> = {
    passkey: <Text>Your browser asks for the passkey of this account.</Text>,
    app: <CodeField {...field('code')} autoFocus />,
    recovery: (
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        {...field('recoveryCode')}
        autoFocus
      />
    ),
  }
  return (
    <form {...form}>
      <Stack gap="5">
        {alert}
        {fields[method]}
        <Button type="submit" size="lg" loading={isPending} loadingText="Checking..." autoFocus={isPasskey}>
          {isPasskey ? offers.passkey : submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
