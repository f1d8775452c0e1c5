import type { SignInSettings } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { Card, CheckboxField, Text } from '@mms/ui'
import { useState } from 'react'
import { saveSignInSettings, useFreshSecondSteps, useSignInSettings } from './api.ts'
import { ConfirmedFormDialog } from './confirmed-form-dialog.tsx'

/** Whether administrators may sign in by the password alone. */
export function RequirementPanel() {
  const { data: settings } = useSignInSettings()
  return settings ? (
    <Card title="Signing in" mt="6">
      <Requirement settings={settings} />
    </Card>
  ) : null
}

function Requirement({ settings }: { settings: SignInSettings }) {
  const [asking, setAsking] = useState(false)
  const refresh = useFreshSecondSteps()
  const isOn = settings.administratorsNeedSecondStep
  return (
    <>
      <CheckboxField
        label="Administrators need a second step"
        hint="Besides the password: a code from an app on their phone, or a passkey."
        checked={isOn}
        onChange={() => setAsking(true)}
      />
      {asking ? (
        <ConfirmedFormDialog
          title={
            isOn ? 'Let administrators in by the password alone?' : 'Ask administrators for a second step?'
          }
          submitLabel="Save"
          initial={{}}
          save={() => saveSignInSettings({ ...settings, administratorsNeedSecondStep: !isOn })}
          onSaved={async () => {
            await refresh()
            notify.success('Saved')
          }}
          failureText="Failed to save"
          onClose={() => {
            setAsking(false)
            void refresh()
          }}
        >
          {() => (
            <Text>
              {isOn
                ? 'Those who have set one up are still asked for it.'
                : 'An administrator without one sets it up at the next sign-in; sessions without one end within minutes.'}
            </Text>
          )}
        </ConfirmedFormDialog>
      ) : null}
    </>
  )
}
