import { notify, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { SelectField, Text, TextField } from '@mms/ui'
import { FormDialog } from '../form-dialog.tsx'
import { counterKeys } from '../keys.ts'
import { register } from './api.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { form, field, alert, isPending } = useSaving({
    initial: { letter: 'A', name: '' },
    save: register,
    async onSaved({ code }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(`This browser is counter ${code}`)
      onClose()
    },
    failureText: 'Failed to register this browser',
  })
  return (
    <FormDialog
      {...form}
      title="Register this browser"
      submitLabel="Register"
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>Bills made in this browser will begin with the letter.</Text>
      <SelectField
        label="Letter"
        hint="A letter that was registered before gets a digit, such as A2."
        {...field('letter')}
      >
        {letters.map((letter) => (
          <option key={letter}>{letter}</option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        hint="Where it stands, such as Front desk."
        required
        maxLength={100}
        {...field('name')}
      />
    </FormDialog>
  )
}
