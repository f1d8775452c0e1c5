import type { Role } from '@mms/contracts'
import { ConfirmedFormDialog } from '../second-step/confirmed-form-dialog.tsx'
import { createUser, useOnSaved } from './api.ts'
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
