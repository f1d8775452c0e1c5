import { failureTitle, http, notify, reasonText, useMutation } from '@mms/sdk'
import { Alert, Box, ConfirmDialog, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import { capital, pathOf, type RecordKind, type Stored } from './record-kind.ts'

interface Props {
  kind: RecordKind
  record: Stored | null
  onClose: () => void
  children?: ReactNode
}

export function DeleteDialog({ kind, record, onClose, children }: Props) {
  const deletion = useMutation({
    mutationFn: (id: string) => http.delete(pathOf(kind, id), { quiet: true }),
    onSuccess: (_, id) => {
      notify.success(`${capital(kind.noun)} deleted successfully`)
      onClose()
      kind.emit([id])
    },
  })
  if (!record) return null
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${kind.noun}`}
      confirmLabel="Delete"
      busy={deletion.isPending}
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutate(record._id)}
      onCancel={onClose}
    >
      <Text>Are you sure you want to delete this {kind.noun}?</Text>
      <Text fontWeight="semibold" mt="2">
        {record.name}
      </Text>
      {children ? (
        <Box as="ul" ps="5" mt="2" listStyleType="disc">
          {children}
        </Box>
      ) : null}
      {deletion.isError ? (
        <Box mt="3">
          <Alert status="error" title={failureTitle(deletion.error, `Failed to delete ${kind.noun}`)}>
            {reasonText(deletion.error)}
          </Alert>
        </Box>
      ) : null}
    </ConfirmDialog>
  )
}
