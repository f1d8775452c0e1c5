import type { User } from '@mms/contracts'
import { failureTitle, notify, reasonText, useMutation } from '@mms/sdk'
import { Alert, ConfirmDialog, Stack, Text } from '@mms/ui'
import { removeSecondStepOf, useFreshSecondSteps } from './api.ts'

/** An administrator takes away the second step of a user who lost the phone. */
export function RemoveSecondStepDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const refresh = useFreshSecondSteps()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => removeSecondStepOf(user._id),
    onSuccess: async () => {
      await refresh()
      notify.success('Second step removed')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove the second step of ${user.name}?`}
      confirmLabel="Remove second step"
      busy={isPending}
      busyLabel="Removing..."
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Stack gap="3">
        {error ? (
          <Alert status="error" title={failureTitle(error, 'Failed to remove the second step')}>
            {reasonText(error)}
          </Alert>
        ) : null}
        <Text>
          For a lost phone. {user.name} is signed out everywhere and signs in by the password alone, until a
          second step is set up again.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
