import type { Knex } from 'knex'
import { inTransaction } from '../database/transaction.ts'
import { type Route, route } from '../http/route.ts'

/** Lets an update check that a service can write; `work` is rolled back. Gateways do not forward `/internal`. */
export function rehearsalRoute(db: Knex, work: (trx: Knex.Transaction) => Promise<unknown>): Route {
  return route({
    method: 'post',
    path: '/internal/rehearsal',
    access: 'admin',
    summary: 'Write what a sale writes, in a transaction that is undone: what an update is probed with',
    async handler() {
      const undo = new Error('undone')
      const rehearse = async (trx: Knex.Transaction) => {
        await work(trx)
        throw undo
      }
      await inTransaction(db, rehearse).catch((error: unknown) => {
        if (error !== undo) throw error
      })
    },
  })
}
