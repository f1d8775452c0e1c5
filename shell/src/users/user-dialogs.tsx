import type { Role, User } from '@mms/contracts'
import { CheckboxField } from '@mms/ui'
import { ConfirmedFormDialog } from '../second-step/confirmed-form-dialog.tsx'
import { createUser, setPassword, updateUser, useOnSaved } from './api.ts'
import { EmailField, NameField, NewPasswordField, RoleField } from './user-fields.tsx'

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmedFormDialog
      title="Add user"
      submitLabel="Add user"
      initial={{ name: '', email: '', password: '', role: 'staff' as Role }}
      save={createUser}
      onSaved={useOnSaved('User added')}
      failureText="Failed to add the user"
      onClose={onClose}
    >
      {(field) => (
        <>
          <NameField {...field('name')} />
          <EmailField {...field('email')} />
          <NewPasswordField {...field('password')} />
          <RoleField {...field('role')} />
        </>
      )}
    </ConfirmedFormDialog>
  )
}

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

export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <ConfirmedFormDialog
      title={`Set password of ${user.name}`}
      submitLabel="Set password"
      initial={{ password: '' }}
      save={(values) => setPassword(user._id, values)}
      onSaved={useOnSaved(`Password of ${user.name} set`)}
      failureText="Failed to set the password"
      onClose={onClose}
    >
      {(field) => <NewPasswordField {...field('password')} />}
    </ConfirmedFormDialog>
  )
}
