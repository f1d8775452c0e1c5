/* Bundled into the shell and each area, because the shell may still be the previous release. */

import type { SecondStep, TakeSecondStep } from '@mms/contracts'
import { ApiError } from '@mms/sdk'
import { Alert, Button, Stack, Text, TextField } from '@mms/ui'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useSaving } from '../forms/use-saving.tsx'

interface Props {
  asked: SecondStep
  submitLabel: string
  send: (step: TakeSecondStep) => Promise<void>
  askAgain?: () => Promise<void>
  children?: ReactNode
}

type Method = 'passkey' | 'app' | 'recovery'

const offers: Record<Method, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code from the app',
  recovery: 'Use a recovery code',
}

const isOver = (error: unknown) =>
  error instanceof ApiError && error.problem?.code === 'auth.second_step_over'

/** Asks for the second step: a passkey, an app code or a recovery code. */
export function SecondStepForm({ asked: first, askAgain, send, submitLabel, children }: Props) {
  const [asked, setAsked] = useState(first)
  const methods = (Object.keys(offers) as Method[]).filter(
    (method) => asked.methods.includes(method) && (method !== 'passkey' || canUsePasskeys()),
  )
  const [chosen, setMethod] = useState(methods[0])
  const method = methods.find((each) => each === chosen) ?? methods[0]
  const goOn = async (step: TakeSecondStep) => {
    try {
      await send(step)
    } catch (error) {
      if (!askAgain || !isOver(error)) throw error
      await askAgain().catch((refusal: unknown) => {
        const next = refusal instanceof ApiError ? refusal.problem?.secondStep : undefined
        if (!next) throw refusal
        setAsked(next)
      })
    }
  }
  return (
    <Stack gap="5">
      {asked === first ? null : (
        <Alert status="warning" title="That took too long. Please confirm once more." />
      )}
      {method ? (
        <StepForm key={`${method} ${asked.challenge}`} {...{ method, asked, submitLabel }} send={goOn} />
      ) : (
        <NoMethodAlert />
      )}
      <Stack gap="1" align="center">
        {methods
          .filter((offered) => offered !== method)
          .map((offered) => (
            <Button key={offered} variant="ghost" size="sm" onClick={() => setMethod(offered)}>
              {offers[offered]}
            </Button>
          ))}
        {children}
      </Stack>
    </Stack>
  )
}

/** Shown to a user whose only second step is a passkey that cannot be used at this address. */
const NoMethodAlert = () => (
  <Alert status="warning" title="Your passkey does not work at this address">
    Open the address where you added it, or ask an administrator to remove your second step.
  </Alert>
)

function StepForm(props: Pick<Props, 'asked' | 'submitLabel' | 'send'> & { method: Method }) {
  const { method, asked, submitLabel, send } = props
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

/** Field for the six-digit code of an authenticator app. */
export function CodeField(field: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Code from the app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
      {...field}
    />
  )
}

type Json = Record<string, unknown>

/** True if passkeys work at this address: https or localhost, with a host name instead of an IP address. */
export const canUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

function explained(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('This device already has a passkey for this account')
  if (name === 'NotAllowedError') throw new Error('No passkey was used. Please try again')
  throw error
}

/** Lets the browser create a passkey. */
export async function createPasskey(options: Json): Promise<Json> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON }).catch(explained)) }
}

/** Lets the browser sign in with one of these passkeys. */
async function showPasskey(options: Json): Promise<Json> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON }).catch(explained)) }
}
