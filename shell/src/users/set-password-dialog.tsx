import type { User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { usePlainForm } from '@mms/sdk/forms'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useSetPassword } from './api.ts'
import { NewPasswordField } from './user-fields.tsx'

export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useSetPassword(user._id, () => {
    notify.success(`Password of ${user.name} set`)
    onClose()
  })
  const { field, ...state } = usePlainForm({
    initial: { password: '' },
    failure: error,
    send: (values) => mutate(values),
  })
  return (
    <FormDialog
      title={`Set password of ${user.name}`}
      submitLabel="Set password"
      busy={isPending}
      state={state}
      failureText="Failed to set the password"
      onClose={onClose}
    >
      <NewPasswordField {...field('password')} />
    </FormDialog>
  )
}
