import type { User } from '@mms/contracts'
import { CheckboxField } from '@mms/ui'
import { ConfirmedFormDialog } from '../second-step/confirmed-form-dialog.tsx'
import { updateUser, useOnSaved } from './api.ts'
import { EmailField, NameField, RoleField } from './user-fields.tsx'

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <ConfirmedFormDialog
      title={`Edit ${user.name}`}
      submitLabel="Save"
      initial={{ name: user.name, email: user.email, role: user.role, disabled: user.disabled }}
      save={(values) => updateUser(user._id, values)}
      onSaved={useOnSaved('User updated')}
      failureText="Failed to update the user"
      onClose={onClose}
    >
      {(field) => {
        const { error: _, ...disabled } = field('disabled')
        return (
          <>
            <NameField {...field('name')} />
            <EmailField {...field('email')} hint="They sign in with it from then on." />
            <RoleField {...field('role')} />
            <CheckboxField
              label="Disabled"
              hint="A disabled person cannot sign in; what they recorded stays."
              {...disabled}
            />
          </>
        )
      }}
    </ConfirmedFormDialog>
  )
}
