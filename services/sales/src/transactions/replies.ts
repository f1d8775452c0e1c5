import type { Transaction } from '@mms/contracts'
import { problem, Reply } from '@mms/service-kit'
import { z } from 'zod'

export const PATH = '/api/transactions'
export const idParams = z.object({ id: z.uuid().toLowerCase() })
/** Seconds after which a client may look again at a transaction whose outcome is not known yet. */
const LOOK_AGAIN = '2'

export const transactionNotFound = () =>
  problem.notFound('sales.transaction_not_found', 'Transaction not found')

export const pendingReply = (transaction: Transaction) =>
  new Reply(transaction, {
    status: 202,
    headers: { Location: `${PATH}/${transaction._id}`, 'Retry-After': LOOK_AGAIN },
  })
