import type { Role } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { TextField } from '@mms/ui'
import { useCreateUser } from './api.ts'
import { fieldErrors, formValues } from './form.ts'
import { FormDialog } from './form-dialog.tsx'
import { NameField, NewPasswordField, RoleField } from './user-fields.tsx'

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { mutate, error, isPending } = useCreateUser(() => {
    notify.success('User added')
    onClose()
  })
  const errors = fieldErrors(error)
  return (
    <FormDialog
      title="Add user"
      submitLabel="Add user"
      busy={isPending}
      error={error}
      failureText="Failed to add the user"
      onClose={onClose}
      onSubmit={(event) => {
        const { role, ...rest } = formValues(event, ['name', 'email', 'password', 'role'])
        mutate({ ...rest, role: role as Role })
      }}
    >
      <NameField error={errors?.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        error={errors?.email}
      />
      <NewPasswordField error={errors?.password} />
      <RoleField error={errors?.role} />
    </FormDialog>
  )
}
