import type { StockOutcome } from '@mms/contracts'
import type { Knex } from 'knex'
import type { StoredFingerprints } from './fingerprint.ts'

export interface StoredCommand extends StoredFingerprints {
  id: string
  outcome: StockOutcome
}

export function createCommandStore(db: Knex) {
  return {
    async find(id: string): Promise<StoredCommand | undefined> {
      const row = await db('stock_commands').where({ id }).first('id', 'request', 'fingerprint', 'outcome')
      return row && { ...row, outcome: JSON.parse(row.outcome) }
    },
    /** Those of these ids that belong to a command. */
    async known(ids: string[]): Promise<Set<string>> {
      return new Set(ids.length === 0 ? [] : await db('stock_commands').whereIn('id', ids).pluck('id'))
    },
    /** Throws a unique violation, and inserts none, when an id is known. */
    async insert(commands: StoredCommand[], at: Date): Promise<void> {
      const rows = commands.map(({ id, request, fingerprint, outcome }) => ({
        id,
        request,
        fingerprint,
        outcome: JSON.stringify(outcome),
        created_at: at,
      }))
      if (rows.length > 0) await db('stock_commands').insert(rows)
    },
  }
}
