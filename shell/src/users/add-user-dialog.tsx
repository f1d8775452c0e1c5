import type { Role } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { usePlainForm } from '@mms/sdk/forms'
import { TextField } from '@mms/ui'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useCreateUser } from './api.ts'
import { NameField, NewPasswordField, RoleField } from './user-fields.tsx'

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { mutate, error, isPending } = useCreateUser(() => {
    notify.success('User added')
    onClose()
  })
  const { field, ...state } = usePlainForm({
    initial: { name: '', email: '', password: '', role: 'staff' as Role },
    failure: error,
    send: (values) => mutate(values),
  })
  return (
    <FormDialog
      title="Add user"
      submitLabel="Add user"
      busy={isPending}
      state={state}
      failureText="Failed to add the user"
      onClose={onClose}
    >
      <NameField {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" maxLength={254} required {...field('email')} />
      <NewPasswordField {...field('password')} />
      <RoleField {...field('role')} />
    </FormDialog>
  )
}
