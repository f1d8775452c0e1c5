import type { Transaction } from '@mms/contracts'
import { newKey, useMutation } from '@mms/sdk'
import { Box, ConfirmDialog, Instant, Text } from '@mms/ui'
import { useState } from 'react'
import { FailureAlert } from '../elements.tsx'
import * as words from '../words/transactions.ts'
import { reverseTransaction, useTransactionRefresh } from './api.ts'
import { describeTransaction, medicineName } from './transaction-types.ts'
import { notifyUndone } from './undo.ts'

export function UndoDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const [key] = useState(newKey)
  const refresh = useTransactionRefresh(transaction)
  const title = describeTransaction(transaction, medicineName(transaction))
  const undo = useMutation({
    mutationFn: () => reverseTransaction(transaction._id, key),
    onSuccess: (result) => {
      notifyUndone(transaction._id, result, title)
      onClose()
    },
    onSettled: () => void refresh(),
  })
  return (
    <ConfirmDialog
      open
      title={words.undoQuestion}
      confirmLabel={words.undoTransaction}
      busy={undo.isPending}
      busyLabel={words.undoing}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <Text fontWeight="semibold">{title}</Text>
      <Text color="fg.muted" textStyle="sm">
        <Instant at={transaction.createdAt} />
      </Text>
      <Text mt="3">{words.undoText}</Text>
      {transaction.type === 'purchase' ? <Text mt="2">{words.undoPriceText}</Text> : null}
      <Box mt="3" _empty={{ display: 'none' }}>
        <FailureAlert title={words.failedUndoTransaction} error={undo.error} />
      </Box>
    </ConfirmDialog>
  )
}
