import type { Transaction } from '@mms/contracts'
import { ApiError, errorText, notify, serverMessage, useMutation } from '@mms/sdk'
import { Button, RetryIcon } from '@mms/ui'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { retryTransaction, useTransactionRefresh } from './api.ts'
import { transactionTitle } from './transaction-types.ts'

export function RetryButton({ transaction }: { transaction: Transaction }) {
  const title = transactionTitle(transaction)
  const retry = useMutation({
    mutationFn: () => retryTransaction(transaction._id),
    onSuccess: (now) => sayOutcome(now, title),
    onError: (error) =>
      notify.error(
        words.failedTryAgain,
        serverMessage(error) ?? (error instanceof ApiError ? errorText(error) : error.message),
      ),
    onSettled: useTransactionRefresh(transaction),
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
