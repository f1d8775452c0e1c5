import type { Medicine } from '@mms/contracts'
import { ApiError, errorText, events, notify, useMutation } from '@mms/sdk'
import { ConfirmDialog, Text } from '@mms/ui'
import { deleteMedicine } from './api.ts'

/** Asks, deletes, and stays open when it failed, so that the answer can be given again. */
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
    onError: (error) => {
      notify.error('Failed to delete medicine', error instanceof ApiError ? errorText(error) : undefined)
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
    </ConfirmDialog>
  )
}
