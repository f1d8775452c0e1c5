import type { Role, User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { CheckboxField } from '@mms/ui'
import { useUpdateUser } from './api.ts'
import { fieldErrors, formValues } from './form.ts'
import { FormDialog } from './form-dialog.tsx'
import { NameField, RoleField } from './user-fields.tsx'

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useUpdateUser(user._id, () => {
    notify.success('User updated')
    onClose()
  })
  const errors = fieldErrors(error)
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      submitLabel="Save"
      busy={isPending}
      error={error}
      failureText="Failed to update the user"
      onClose={onClose}
      onSubmit={(event) => {
        const { name, role, disabled } = formValues(event, ['name', 'role', 'disabled'])
        mutate({ name, role: role as Role, disabled: disabled === 'on' })
      }}
    >
      <NameField initial={user.name} error={errors?.name} />
      <RoleField initial={user.role} error={errors?.role} />
      <CheckboxField
        label="Disabled"
        name="disabled"
        defaultChecked={user.disabled}
        hint="A disabled person cannot sign in; what they recorded stays."
      />
    </FormDialog>
  )
}
