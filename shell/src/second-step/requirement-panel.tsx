import type { SignInSettings } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { Card, CheckboxField, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { saveSignInSettings, useRefreshSecondSteps, useSignInSettings } from './api.ts'
import { ConfirmedFormDialog } from './confirmed-form-dialog.tsx'

type Field = keyof SignInSettings

const words: Record<
  Field,
  { label: string; hint: string; on: string; off: string; onText: string; offText: string }
> = {
  administratorsNeedSecondStep: {
    label: 'Administrators need a second step',
    hint: 'Besides the password: a code from an app on their phone, or a passkey.',
    on: 'Ask administrators for a second step?',
    onText:
      'An administrator without one sets it up at the next sign-in; sessions without one end within minutes.',
    off: 'Let administrators sign in with a password alone?',
    offText: 'Those who have set one up are still asked for it.',
  },
  pinsAllowed: {
    label: 'Staff switch users with a PIN',
    hint: 'Each sale carries its seller’s name: the next person continues with a PIN that works on that device only.',
    on: 'Let people switch by PIN?',
    onText: 'Each sets their own PIN on the account page, on each device that they share.',
    off: 'Let people switch by password only?',
    offText: 'All PINs are removed.',
  },
}

export function RequirementPanel() {
  const { data: settings } = useSignInSettings()
  if (!settings) return null
  return (
    <Card title="Signing in" mt="6">
      <Stack gap="4">
        <Switch settings={settings} field="administratorsNeedSecondStep" />
        <Switch settings={settings} field="pinsAllowed" />
      </Stack>
    </Card>
  )
}

function Switch({ settings, field }: { settings: SignInSettings; field: Field }) {
  const [asking, setAsking] = useState(false)
  const refresh = useRefreshSecondSteps()
  const isOn = settings[field]
  const { label, hint, on, off, onText, offText } = words[field]
  return (
    <>
      <CheckboxField label={label} hint={hint} checked={isOn} onChange={() => setAsking(true)} />
      {asking ? (
        <ConfirmedFormDialog
          title={isOn ? off : on}
          submitLabel="Save"
          initial={{}}
          save={() => saveSignInSettings({ [field]: !isOn })}
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
          {() => <Text>{isOn ? offText : onText}</Text>}
        </ConfirmedFormDialog>
      ) : null}
    </>
  )
}
