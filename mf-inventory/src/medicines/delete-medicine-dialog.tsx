import type { Medicine } from '@mms/contracts'
import { events, failureTitle, notify, reasonText, useMutation } from '@mms/sdk'
import { Alert, Box, ConfirmDialog, formatCount, Text } from '@mms/ui'
import { deleteMedicine } from './api.ts'

/** Asks, deletes, and stays open when it failed and says why, so that it can be tried again. */
export function DeleteMedicineDialog({
  medicine,
  onClose,
}: {
  medicine: Medicine | null
  onClose: () => void
}) {
  const deletion = useMutation({
    mutationFn: deleteMedicine,
    onSuccess: (_, id) => {
      notify.success('Medicine deleted successfully')
      onClose()
      events.emit('medicines-changed', { medicineIds: [id] })
    },
  })
  if (!medicine) return null
  return (
    <ConfirmDialog
      open
      destructive
      title="Delete medicine"
      confirmLabel="Delete"
      busy={deletion.isPending}
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutate(medicine._id)}
      onCancel={onClose}
    >
      <Text>Are you sure you want to delete this medicine?</Text>
      <Text fontWeight="semibold" mt="2">
        {medicine.name}
      </Text>
      <Box as="ul" ps="5" mt="2" listStyleType="disc">
        {medicine.currentStock > 0 ? (
          <li>{formatCount(medicine.currentStock)} in stock will be removed from the stock figures.</li>
        ) : null}
        <li>Its sales and deliveries stay in the history, and can no longer be undone.</li>
      </Box>
      {deletion.isError ? (
        <Box mt="3">
          <Alert status="error" title={failureTitle(deletion.error, 'Failed to delete medicine')}>
            {reasonText(deletion.error)}
          </Alert>
        </Box>
      ) : null}
    </ConfirmDialog>
  )
}
