import { type LoginResponse, MIN_PASSWORD_LENGTH } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { PasswordField } from '@mms/ui'
import { FormDialog } from '../forms/form-dialog.tsx'
import { changePassword } from './api.ts'

/** The old access token ends with the old password: the answer has the next one. */
function goOnWith(answer: LoginResponse | undefined): void {
  if (answer && answer._id === session.get().user?.id) session.start(answer)
  notify.success('Password changed')
}

/** Changes one's own password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Change password"
      submitLabel="Change password"
      initial={{ currentPassword: '', newPassword: '', repeated: '' }}
      check={({ newPassword, repeated }) =>
        newPassword === repeated ? {} : { repeated: 'Does not match the new password' }
      }
      save={({ currentPassword, newPassword }) => changePassword({ currentPassword, newPassword })}
      onSaved={goOnWith}
      failureText="Failed to change the password"
      onClose={onClose}
    >
      {(field) => (
        <>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            {...field('currentPassword')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={200}
            required
            hint={`At least ${MIN_PASSWORD_LENGTH} characters; a sentence is easy to remember.`}
            {...field('newPassword')}
          />
          <PasswordField
            label="Repeat new password"
            autoComplete="new-password"
            required
            {...field('repeated')}
          />
        </>
      )}
    </FormDialog>
  )
}
