import type { User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { Text } from '@mms/ui'
import { removeSecondStepOf, useRefreshSecondSteps } from './api.ts'
import { ConfirmedFormDialog } from './confirmed-form-dialog.tsx'

export function RemoveSecondStepDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const refresh = useRefreshSecondSteps()
  return (
    <ConfirmedFormDialog
      title={`Remove the second step of ${user.name}?`}
      submitLabel="Remove second step"
      initial={{}}
      save={() => removeSecondStepOf(user._id)}
      onSaved={async () => {
        await refresh()
        notify.success('Second step removed')
      }}
      failureText="Failed to remove the second step"
      onClose={onClose}
    >
      {() => (
        <Text>
          Use this if the phone is lost. {user.name} is signed out everywhere, and signs in with only the
          password until a second step is set up again.
        </Text>
      )}
    </ConfirmedFormDialog>
  )
}
