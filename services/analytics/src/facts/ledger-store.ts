import type { Knex } from 'knex'
import { type LedgerDay, ledgerKeys, ledgerSums } from './ledger.ts'
import { addUp, chunksOf } from './sum-store.ts'

export function createLedgerStore(db: Knex) {
  return {
    async add(days: LedgerDay[]): Promise<void> {
      await addUp(db, 'ledger_days', days, ledgerKeys, ledgerSums)
    },
    /** Forgets everything but these. */
    async replaceAll(days: LedgerDay[]): Promise<void> {
      await db('ledger_days').delete()
      for (const chunk of chunksOf(days)) await db('ledger_days').insert(chunk)
    },
  }
}
