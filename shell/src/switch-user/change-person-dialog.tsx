import type { LoginResponse, SharedCounter } from '@mms/contracts'
import { failureTitle, notify, reasonText } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { Button, Dialog, SelectField, Skeleton, Text } from '@mms/ui'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { FormDialog } from '../forms/form-dialog.tsx'
import { changePerson, useSharedCounter } from './api.ts'
import { PinField } from './pin-field.tsx'
import { noteSharedDevice } from './shared-device.ts'

const TITLE = 'Change person'

/** Loads the names before the dialog opens, because users type their PIN at once. */
export function ChangePersonDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data: counter, error } = useSharedCounter()
  const isOff = counter?.on === false
  useEffect(() => {
    if (isOff) noteSharedDevice(false)
  }, [isOff])
  if (!isOpen) return null
  if (counter && counter.people.length > 0) return <PinDialog people={counter.people} onClose={onClose} />
  return (
    <Dialog open title={TITLE} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {counter ? (
        <Text>No other person has a PIN on this device. Each person can set one on the Account page.</Text>
      ) : null}
      {error ? <Text>{reasonText(error) ?? failureTitle(error, 'Failed to load the names')}</Text> : null}
      {counter || error ? null : <Skeleton height="4rem" />}
    </Dialog>
  )
}

function PinDialog({ people, onClose }: { people: SharedCounter['people']; onClose: () => void }) {
  const goOn = (answer: LoginResponse) => {
    // Close the dialog first. While open, it would take the focus from the next user's page.
    flushSync(onClose)
    session.start(answer)
    notify.success(`Signed in as ${answer.name}`)
  }
  const [first] = people
  return (
    <FormDialog
      title={TITLE}
      submitLabel={TITLE}
      initial={{ userId: first?._id ?? '', pin: '' }}
      save={changePerson}
      onSaved={goOn}
      failureText="Failed to change the person"
      onClose={onClose}
    >
      {(field) => (
        <>
          {people.length === 1 ? (
            <Text fontWeight="semibold">{first?.name}</Text>
          ) : (
            <SelectField label="Person" {...field('userId')}>
              {people.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <PinField {...field('pin')} />
        </>
      )}
    </FormDialog>
  )
}
