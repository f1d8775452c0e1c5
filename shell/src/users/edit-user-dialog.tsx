import type { User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { usePlainForm } from '@mms/sdk/forms'
import { CheckboxField } from '@mms/ui'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useUpdateUser } from './api.ts'
import { NameField, RoleField } from './user-fields.tsx'

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useUpdateUser(user._id, () => {
    notify.success('User updated')
    onClose()
  })
  const { field, ...state } = usePlainForm({
    initial: { name: user.name, role: user.role, disabled: user.disabled },
    failure: error,
    send: (values) => mutate(values),
  })
  const { error: _, ...disabled } = field('disabled')
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      submitLabel="Save"
      busy={isPending}
      state={state}
      failureText="Failed to update the user"
      onClose={onClose}
    >
      <NameField {...field('name')} />
      <RoleField {...field('role')} />
      <CheckboxField
        label="Disabled"
        hint="A disabled person cannot sign in; what they recorded stays."
        {...disabled}
      />
    </FormDialog>
  )
}
