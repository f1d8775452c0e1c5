import type { Transaction } from '@mms/contracts'
import { problem, Reply } from '@mms/service-kit'
import { z } from 'zod'

export const PATH = '/api/transactions'
export const idParams = z.object({ id: z.uuid().toLowerCase() })
/** Retry-After in seconds while the outcome is unknown. */
const LOOK_AGAIN = '2'

export const transactionNotFound = () =>
  problem.notFound('sales.transaction_not_found', 'Transaction not found')

export const pendingReply = (transaction: Transaction) =>
  new Reply(transaction, {
    status: 202,
    headers: { Location: `${PATH}/${transaction._id}`, 'Retry-After': LOOK_AGAIN },
  })
