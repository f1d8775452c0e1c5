import type { Role, User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { CheckboxField } from '@mms/ui'
import { useForm } from '../forms/form.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useUpdateUser } from './api.ts'
import { NameField, RoleField } from './user-fields.tsx'

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useUpdateUser(user._id, () => {
    notify.success('User updated')
    onClose()
  })
  const { errors, ...state } = useForm(['name', 'role', 'disabled'], {
    failure: error,
    send: ({ name, role, disabled }) => mutate({ name, role: role as Role, disabled: disabled === 'on' }),
  })
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      submitLabel="Save"
      busy={isPending}
      state={state}
      failureText="Failed to update the user"
      onClose={onClose}
    >
      <NameField initial={user.name} error={errors.name} />
      <RoleField initial={user.role} error={errors.role} />
      <CheckboxField
        label="Disabled"
        name="disabled"
        defaultChecked={user.disabled}
        hint="A disabled person cannot sign in; what they recorded stays."
      />
    </FormDialog>
  )
}
