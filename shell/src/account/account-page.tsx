import { usePageTitle } from '@mms/sdk'
import { Card, PageHeader, Stack } from '@mms/ui'
import { useState } from 'react'
import { SecondStepPanel } from '../second-step/second-step-panel.tsx'
import { PinPanel } from '../till/pin-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** What people decide about their own way in: a card for each. */
export function AccountPage() {
  usePageTitle('Account')
  const [changes, setChanges] = useState(0)
  return (
    <>
      <PageHeader title="Account" text="How you sign in, and where you are signed in." />
      <Stack gap="6" maxW="4xl">
        <Card title="Password">
          <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
        </Card>
        <Card title="Second step">
          <SecondStepPanel />
        </Card>
        <PinPanel />
        <SessionsPanel />
      </Stack>
    </>
  )
}
