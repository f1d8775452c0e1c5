import type { StockOutcome } from '@mms/contracts'
import type { Knex } from 'knex'

export interface StoredCommand {
  id: string
  /** The command's canonical JSON; null when it was cancelled before it came. */
  request: string | null
  outcome: StockOutcome
}

export function createCommandStore(db: Knex) {
  return {
    async find(id: string): Promise<StoredCommand | undefined> {
      const row = await db('stock_commands').where({ id }).first('id', 'request', 'outcome')
      return row && { ...row, outcome: JSON.parse(row.outcome) }
    },
    /** Throws a unique violation when the id is known. */
    async insert({ id, request, outcome }: StoredCommand, at: Date): Promise<void> {
      await db('stock_commands').insert({ id, request, outcome: JSON.stringify(outcome), created_at: at })
    },
  }
}
