import { REPLAYED_HEADER, type Transaction } from '@mms/contracts'
import { type Caller, findCaughtUp, isRecent, problem, Reply } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { TransactionRecord } from './rules.ts'
import { createTransactionStore } from './store.ts'

export const TRANSACTIONS_PATH = '/api/transactions'
export const idParams = z.object({ id: z.uuid().toLowerCase() })
/** Seconds until a client asks again about an unknown outcome. */
const LOOK_AGAIN = '2'

/** Waits for what another replica has just recorded. Throws 404 if the transaction is unknown. */
export async function findTransaction(db: Knex, id: string): Promise<TransactionRecord> {
  const found = await findCaughtUp(db, () => createTransactionStore(db).find(id))
  if (!found) throw problem.notFound('sales.transaction_not_found', 'Transaction not found')
  return found
}

export const invalidFieldProblem = (field: string, message: string) =>
  problem.badRequest('request.invalid', message, { errors: { [field]: message } })

export const formatRupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`

export const pendingReply = (transaction: Transaction) =>
  new Reply(transaction, {
    status: 202,
    headers: { Location: `${TRANSACTIONS_PATH}/${transaction._id}`, 'Retry-After': LOOK_AGAIN },
  })

export const replayedHeader = (replayed: boolean) => (replayed ? { [REPLAYED_HEADER]: 'true' } : {})

const NAME_LENGTH = 200

export const authorOf = ({ id, name }: Caller) => ({ _id: id, name: name.slice(0, NAME_LENGTH) })

export const senderOf = ({ id, name, role, proof }: Caller) => ({
  sender: { id, name },
  isAdmin: role === 'admin',
  isProven: isRecent(proof, Date.now()),
})

/** Reduces a request to what identifies it: neither the counter's secret nor the `differing` fields count. */
export function identifyingContentsOf(received: unknown, ...differing: string[]): unknown {
  const { counter, ...rest } = received as { counter?: { _id?: string } }
  const same = Object.entries(rest).filter(([name]) => !differing.includes(name))
  return { ...Object.fromEntries(same), counter: counter?._id ?? null }
}
