import type { Transaction } from '@mms/contracts'
import { ApiError, errorText, events, notify, serverMessage, useMutation, useQueryClient } from '@mms/sdk'
import { Button, RetryIcon } from '@mms/ui'
import { transactionKeys } from '../keys.ts'
import { retryTransaction } from './api.ts'
import { transactionTitle } from './transaction-types.ts'

export function RetryButton({ transaction }: { transaction: Transaction }) {
  const queries = useQueryClient()
  const title = transactionTitle(transaction)
  const retry = useMutation({
    mutationFn: () => retryTransaction(transaction._id),
    onSuccess: (now) => sayOutcome(now, title),
    onError: (error) =>
      notify.error(
        'Failed to try again',
        serverMessage(error) ?? (error instanceof ApiError ? errorText(error) : error.message),
      ),
    onSettled: () => {
      events.emit('medicines-changed', {
        medicineIds: transaction.medicineId ? [transaction.medicineId._id] : [],
      })
      return queries.invalidateQueries({ queryKey: transactionKeys() })
    },
  })
  return (
    <Button
      size={{ base: 'sm', lg: 'xs' }}
      variant="ghost"
      me={{ base: '-3', lg: '-2' }}
      aria-label={`Try again: ${title}`}
      // Not disabled, which would drop the keyboard focus.
      aria-busy={retry.isPending}
      onClick={() => retry.isPending || retry.mutate()}
    >
      <RetryIcon aria-hidden />
      {retry.isPending ? 'Trying...' : 'Try again'}
    </Button>
  )
}

function sayOutcome({ status, reason }: Transaction, title: string): void {
  if (status === 'completed') notify.success('Transaction recorded', title)
  else if (status === 'pending') notify.info('Still stuck', reason ?? title)
  else notify.error('The transaction was refused', reason ?? title)
}
