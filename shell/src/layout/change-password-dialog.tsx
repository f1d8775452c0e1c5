import { type LoginResponse, MIN_PASSWORD_LENGTH } from '@mms/contracts'
import { notify, useMutation } from '@mms/sdk'
import { usePlainForm } from '@mms/sdk/forms'
import { session } from '@mms/sdk/host'
import { PasswordField } from '@mms/ui'
import { FormDialog } from '../forms/form-dialog.tsx'
import { changePassword } from './api.ts'

/** The old access token ends with the old password; an older identity sends no new one, and a refresh brings it. */
function goOnWith(answer: LoginResponse | undefined): void {
  if (answer && answer._id === session.get().user?.id) session.start(answer)
}

/** Everybody can change their own password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: (answer) => {
      goOnWith(answer)
      notify.success('Password changed')
      onClose()
    },
  })
  const { field, ...state } = usePlainForm({
    initial: { currentPassword: '', newPassword: '', repeated: '' },
    failure: error,
    check: ({ newPassword, repeated }) =>
      newPassword === repeated ? {} : { repeated: 'Does not match the new password' },
    send: ({ currentPassword, newPassword }) => mutate({ currentPassword, newPassword }),
  })
  return (
    <FormDialog
      title="Change password"
      submitLabel="Change password"
      busy={isPending}
      state={state}
      failureText="Failed to change the password"
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
