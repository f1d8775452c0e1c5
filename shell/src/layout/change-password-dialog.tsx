import type { ChangePassword } from '@mms/contracts'
import { http, notify, useMutation } from '@mms/sdk'
import { TextField } from '@mms/ui'
import { useState } from 'react'
import { fieldErrors, formValues, MIN_PASSWORD_LENGTH } from '../users/form.ts'
import { FormDialog } from '../users/form-dialog.tsx'

/** Everybody can change their own password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [differs, setDiffers] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: ChangePassword) => http.post('/api/auth/password', { body, quiet: true }),
    onSuccess: () => {
      notify.success('Password changed')
      onClose()
    },
  })
  const errors = fieldErrors(error)
  return (
    <FormDialog
      title="Change password"
      submitLabel="Change password"
      busy={isPending}
      error={error}
      failureText="Failed to change the password"
      onClose={onClose}
      onSubmit={(event) => {
        const { repeated, ...passwords } = formValues(event, ['currentPassword', 'newPassword', 'repeated'])
        setDiffers(repeated !== passwords.newPassword)
        if (repeated === passwords.newPassword) mutate(passwords)
      }}
    >
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={errors?.currentPassword}
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={200}
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; a sentence is easy to remember.`}
        error={errors?.newPassword}
      />
      <TextField
        label="Repeat new password"
        name="repeated"
        type="password"
        autoComplete="new-password"
        required
        error={differs ? 'Does not match the new password' : undefined}
      />
    </FormDialog>
  )
}
