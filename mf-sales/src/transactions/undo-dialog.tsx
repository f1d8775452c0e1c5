import type { Transaction } from '@mms/contracts'
import { events, newKey, reasonText, useMutation, useQueryClient } from '@mms/sdk'
import { Alert, Box, ConfirmDialog, Instant, Text } from '@mms/ui'
import { useState } from 'react'
import { transactionKeys } from '../keys.ts'
import { reverseTransaction } from './api.ts'
import { describe, medicineName } from './transaction-types.ts'
import { showUndone } from './undo.ts'

export function UndoDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const [key] = useState(newKey)
  const queries = useQueryClient()
  const title = describe(transaction, medicineName(transaction))
  const undo = useMutation({
    mutationFn: () => reverseTransaction(transaction._id, key),
    onSuccess: (result) => {
      showUndone(transaction._id, result, title)
      onClose()
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: transactionKeys() })
      events.emit('medicines-changed', {
        medicineIds: transaction.medicineId ? [transaction.medicineId._id] : [],
      })
    },
  })
  return (
    <ConfirmDialog
      open
      title="Undo this transaction?"
      confirmLabel="Undo transaction"
      busy={undo.isPending}
      busyLabel="Undoing..."
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <Text fontWeight="semibold">{title}</Text>
      <Text color="fg.muted" textStyle="sm">
        <Instant at={transaction.createdAt} />
      </Text>
      <Text mt="3">A reversing entry is made and stock restored. Both stay in the history.</Text>
      {transaction.type === 'purchase' ? (
        <Text mt="2">A price that it set is restored too, unless it was changed since.</Text>
      ) : null}
      {undo.isError ? (
        <Box mt="3">
          <Alert status="error" title="Failed to undo the transaction">
            {reasonText(undo.error)}
          </Alert>
        </Box>
      ) : null}
    </ConfirmDialog>
  )
}
