import type { User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { useSetPassword } from './api.ts'
import { fieldErrors, formValues } from './form.ts'
import { FormDialog } from './form-dialog.tsx'
import { NewPasswordField } from './user-fields.tsx'

export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useSetPassword(user._id, () => {
    notify.success(`Password of ${user.name} set`)
    onClose()
  })
  return (
    <FormDialog
      title={`Set password of ${user.name}`}
      submitLabel="Set password"
      busy={isPending}
      error={error}
      failureText="Failed to set the password"
      onClose={onClose}
      onSubmit={(event) => mutate(formValues(event, ['password']))}
    >
      <NewPasswordField error={fieldErrors(error)?.password} />
    </FormDialog>
  )
}
