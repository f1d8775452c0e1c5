import {
  auditEntrySchema,
  listTransactionsQuerySchema,
  salesTodaySchema,
  summarizeTransactionsQuerySchema,
  type Transaction,
  transactionSchema,
  transactionsSnapshotSchema,
  transactionsSummarySchema,
} from '@mms/contracts'
import {
  type Feed,
  feedRoute,
  listAuditEntries,
  nextLink,
  Reply,
  type Route,
  route,
  snapshotRoute,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { MedicineLookup } from '../medicines/store.ts'
import { findTransaction, idParams, TRANSACTIONS_PATH } from '../transactions/replies.ts'
import { toCompleted, toTransaction } from '../transactions/rules.ts'
import { createHistoryStore } from './history-store.ts'
import type { History } from './service.ts'

const ENTRIES = 50

export function historyRoutes(db: Knex, history: History, findMedicine: MedicineLookup): Route[] {
  return [
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/summary`,
      access: 'signed-in',
      summary: 'Sums of the completed transactions that a list would show: count, units, rupees',
      query: summarizeTransactionsQuerySchema,
      response: transactionsSummarySchema,
      handler: ({ query }) => history.summarize(query),
    }),
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/today`,
      access: 'signed-in',
      summary:
        'Sales and transactions of the store’s day so far, by person, beside the same weekday a week before',
      response: salesTodaySchema,
      handler: () => history.readToday(),
    }),
    route({
      method: 'get',
      path: TRANSACTIONS_PATH,
      access: 'signed-in',
      summary:
        'Completed and pending transactions, newest first: all, or with limit in pages (Link, X-Total-Count)',
      query: listTransactionsQuerySchema,
      response: z.array(transactionSchema),
      handler: async ({ query }) => {
        const { limit } = query
        if (limit === undefined) {
          const { pages, total } = await history.readAll(query)
          return Reply.paged(pages, { 'X-Total-Count': String(total) })
        }
        const { json, total, next } = await history.read({ ...query, limit })
        const link = next && nextLink(TRANSACTIONS_PATH, { ...query, after: next })
        const headers = { 'X-Total-Count': String(total), ...(link && { Link: link }) }
        return Reply.written<Transaction[]>(json, headers)
      },
    }),
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/:id/history`,
      access: 'signed-in',
      summary: 'Who reversed or cancelled a transaction, and when, newest first',
      params: idParams,
      response: z.array(auditEntrySchema),
      handler: async ({ params, caller }) => {
        await findTransaction(db, params.id)
        const entries = await listAuditEntries(db, { subject: params.id }, ENTRIES)
        // Staff see who did it, but not from which address.
        const shown = caller.role === 'admin' ? {} : { address: null, requestId: null }
        return entries.map((entry) => ({ ...entry, ...shown }))
      },
    }),
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/:id`,
      access: 'signed-in',
      summary: 'One transaction, whatever its status',
      params: idParams,
      response: transactionSchema,
      handler: async ({ params }) => {
        const transaction = await findTransaction(db, params.id)
        return toTransaction(transaction, await findMedicine(transaction.medicineId))
      },
    }),
  ]
}

/** Services that may read without a service list (services.json). */
const READERS = ['alerts', 'analytics']

export function feedRoutes(db: Knex, feed: Feed): Route[] {
  const history = createHistoryStore(db)
  return [
    feedRoute(feed, READERS),
    snapshotRoute({
      feed,
      callers: READERS,
      path: '/internal/transactions',
      rows: 'transactions',
      summary: 'All completed transactions',
      response: transactionsSnapshotSchema,
      key: [z.uuid()],
      start: [''],
      listAfter: async ([id], limit) => (await history.completedAfter(id, limit)).map(toCompleted),
      keyOf: ({ _id }) => [_id],
    }),
  ]
}
