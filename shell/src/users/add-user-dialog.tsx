import type { Role } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { TextField } from '@mms/ui'
import { useForm } from '../forms/form.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useCreateUser } from './api.ts'
import { NameField, NewPasswordField, RoleField } from './user-fields.tsx'

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { mutate, error, isPending } = useCreateUser(() => {
    notify.success('User added')
    onClose()
  })
  const { errors, ...state } = useForm(['name', 'email', 'password', 'role'], {
    failure: error,
    send: ({ role, ...rest }) => mutate({ ...rest, role: role as Role }),
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
      <NameField error={errors.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        error={errors.email}
      />
      <NewPasswordField error={errors.password} />
      <RoleField error={errors.role} />
    </FormDialog>
  )
}
