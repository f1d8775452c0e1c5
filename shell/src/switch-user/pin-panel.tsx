import type { SharedCounter } from '@mms/contracts'
import { notify, useMutation } from '@mms/sdk'
import { Button, Card, Flex } from '@mms/ui'
import { useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { removePin, setPin, useRefreshSharedCounter, useSharedCounter } from './api.ts'
import { PinField } from './pin-field.tsx'
import { noteSharedDevice } from './shared-device.ts'

export function PinPanel() {
  const { data: counter } = useSharedCounter()
  if (!counter?.on) return null
  return (
    <Card
      title="PIN on this device"
      text={
        counter.allowed
          ? 'On a shared counter, use Change person in the user menu so that every sale carries the right name.'
          : 'Administrators cannot have a PIN, because a PIN cannot replace their second step.'
      }
    >
      {counter.allowed ? <OwnPin counter={counter} /> : null}
    </Card>
  )
}

function OwnPin({ counter: { hasPin } }: { counter: SharedCounter }) {
  const [isSetting, setSetting] = useState(false)
  const refresh = useRefreshSharedCounter()
  const { mutate, isPending } = useMutation({
    mutationFn: removePin,
    onSuccess: () => notify.success('PIN removed'),
    onSettled: refresh,
  })
  const label = hasPin ? 'Change the PIN' : 'Set a PIN'
  return (
    <Flex gap="2" wrap="wrap">
      <Button size="sm" variant="outline" onClick={() => setSetting(true)}>
        {label}
      </Button>
      {hasPin ? (
        <Button
          size="sm"
          variant="outline"
          aria-label="Remove the PIN"
          loading={isPending}
          onClick={() => mutate()}
        >
          Remove
        </Button>
      ) : null}
      {isSetting ? (
        <FormDialog
          title={label}
          submitLabel="Save"
          initial={{ pin: '' }}
          save={setPin}
          onSaved={async () => {
            noteSharedDevice(true)
            await refresh()
            notify.success('PIN set')
          }}
          failureText="Failed to set the PIN"
          onClose={() => setSetting(false)}
        >
          {(field) => (
            <PinField
              hint="6 to 12 digits. After five wrong tries it is blocked for 15 minutes."
              {...field('pin')}
            />
          )}
        </FormDialog>
      ) : null}
    </Flex>
  )
}
