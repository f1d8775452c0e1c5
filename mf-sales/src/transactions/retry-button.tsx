import type { Transaction } from '@mms/contracts'
import { ApiError, errorText, events, notify, serverMessage, useMutation, useQueryClient } from '@mms/sdk'
import { Button, RetryIcon } from '@mms/ui'
import { transactionKeys } from '../keys.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
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
        words.failedTryAgain,
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
      aria-label={words.tryAgainWith(title)}
      // Do not disable the button, because it would lose the keyboard focus.
      aria-busy={retry.isPending}
      onClick={() => retry.isPending || retry.mutate()}
    >
      <RetryIcon aria-hidden />
      {retry.isPending ? words.trying : sharedWords.tryAgain}
    </Button>
  )
}

function sayOutcome({ status, reason }: Transaction, title: string): void {
  if (status === 'completed') notify.success(words.transactionRecorded, title)
  else if (status === 'pending') notify.info(words.stillStuck, reason ?? title)
  else notify.error(words.transactionRefused, reason ?? title)
}
