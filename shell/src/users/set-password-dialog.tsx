import type { User } from '@mms/contracts'
import { ConfirmedFormDialog } from '../second-step/confirmed-form-dialog.tsx'
import { setPassword, useOnSaved } from './api.ts'
import { NewPasswordField } from './user-fields.tsx'

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
