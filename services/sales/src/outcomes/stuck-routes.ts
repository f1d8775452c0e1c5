import { transactionSchema } from '@mms/contracts'
import { Reply, type Route, route, type Trace } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { MedicineLookup } from '../medicines/store.ts'
import { findTransaction, idParams, pendingReply, TRANSACTIONS_PATH } from '../transactions/replies.ts'
import { type TransactionRecord, toTransaction } from '../transactions/rules.ts'
import { createUnfinishedStore } from './pending-store.ts'
import type { Attempt } from './settlement.ts'

const MAX_ROWS = 200

export function stuckRoutes(db: Knex, attempt: Attempt, findMedicine: MedicineLookup): Route[] {
  const open = createUnfinishedStore(db)
  const show = async (record: TransactionRecord) =>
    toTransaction(record, await findMedicine(record.medicineId))

  async function retry(id: string, trace: Trace): Promise<TransactionRecord> {
    const transaction = await findTransaction(db, id)
    if (transaction.status !== 'pending') return transaction
    return (await attempt(transaction, trace)) ?? findTransaction(db, id)
  }

  return [
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/stuck`,
      access: 'admin',
      summary: 'Transactions that inventory refuses in words not understood, the oldest first; at most 200',
      response: z.array(transactionSchema),
      handler: async () => Promise.all((await open.stuck(MAX_ROWS)).map(show)),
    }),
    route({
      method: 'post',
      path: `${TRANSACTIONS_PATH}/:id/retry`,
      access: 'admin',
      summary: 'Ask inventory again at once: 200 when the transaction is over, 202 while it is not',
      params: idParams,
      response: transactionSchema,
      mayBePending: true,
      handler: async ({ params, trace }) => {
        const shown = await show(await retry(params.id, trace))
        return shown.status === 'pending' ? pendingReply(shown) : new Reply(shown)
      },
    }),
  ]
}
