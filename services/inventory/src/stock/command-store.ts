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
    /** Throws a unique violation, and inserts none, when an id is known. */
    async insert(commands: StoredCommand[], at: Date): Promise<void> {
      const rows = commands.map(({ id, request, outcome }) => ({
        id,
        request,
        outcome: JSON.stringify(outcome),
        created_at: at,
      }))
      if (rows.length > 0) await db('stock_commands').insert(rows)
    },
  }
}
