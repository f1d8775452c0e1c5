import { MIN_PASSWORD_LENGTH } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, PasswordField, Stack } from '@mms/ui'
import { renewOwnSession } from '../forms/api.ts'
import { proven } from '../forms/proof.ts'
import { changePassword } from './api.ts'

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { form, field, alert, isPending } = useSaving({
    initial: { currentPassword: '', newPassword: '', repeated: '' },
    check: ({ newPassword, repeated }) =>
      newPassword === repeated ? {} : { repeated: 'Does not match the new password' },
    save: ({ currentPassword, newPassword }) =>
      proven((secondStep) => changePassword({ currentPassword, newPassword, secondStep })),
    onSaved: (answer) => {
      // Changing the password ended the old access token. The response carries a new one.
      renewOwnSession(answer)
      notify.success('Password changed')
      onChanged?.()
    },
    failureText: 'Failed to change the password',
  })
  return (
    <form {...form}>
      <Stack gap="4" maxW="sm">
        {alert}
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
        <Button type="submit" alignSelf="start" loading={isPending} loadingText="Saving...">
          Change password
        </Button>
      </Stack>
    </form>
  )
}
