import { usePageTitle } from '@mms/sdk'
import { Card, PageHeader, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { useOwnSecondStep } from '../second-step/api.ts'
import { SecondStepPanel } from '../second-step/second-step-panel.tsx'
import { useProvider } from '../single-sign-on/api.ts'
import { PinPanel } from '../switch-user/pin-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

function ProviderCard() {
  const { data: name } = useProvider()
  return (
    <Card title="Password and second step">
      <Text>{name ?? 'Single sign-on'} keeps both for you: you signed in there.</Text>
    </Card>
  )
}

export function AccountPage() {
  usePageTitle('Account')
  const [changes, setChanges] = useState(0)
  const { data: own } = useOwnSecondStep()
  return (
    <>
      <PageHeader title="Account" text="How you sign in, and where you are signed in." />
      <Stack gap="4" maxW="4xl">
        {own?.byProvider ? (
          <ProviderCard />
        ) : (
          <>
            <Card title="Password">
              <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
            </Card>
            <Card title="Second step">
              <SecondStepPanel />
            </Card>
          </>
        )}
        <PinPanel />
        <SessionsPanel />
      </Stack>
    </>
  )
}
