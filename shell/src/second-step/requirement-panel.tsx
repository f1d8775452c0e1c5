import type { SignInSettings } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { Card, CheckboxField, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { saveSignInSettings, useRefreshSecondSteps, useSignInSettings } from './api.ts'

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
      'Administrators without a second step must set one up at their next sign-in. Their present sessions end within minutes.',
    off: 'Let administrators sign in with a password alone?',
    offText: 'Administrators who have set up a second step are still asked for it.',
  },
  pinsAllowed: {
    label: 'Staff switch users with a PIN',
    hint: 'Every sale carries the right name: the next person takes over with a PIN that works on this device only.',
    on: 'Let people switch by PIN?',
    onText: 'Each person sets a PIN on the Account page of every shared device.',
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
        <FormDialog
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
        </FormDialog>
      ) : null}
    </>
  )
}
