import type { GroupOutcome, StockOutcome } from '@mms/contracts'
import type { Knex } from 'knex'

/** Outcome of a command, of a group of movements, or of one line of a group. */
export interface StoredOutcome {
  id: string
  fingerprint: string | null
  outcome: StockOutcome | GroupOutcome
}

export interface StoredCommand extends StoredOutcome {
  outcome: StockOutcome
}

/** Bytes that fit the column `outcome`. Serves release 0.3, which lacks `long_outcome` for longer texts. */
const LONGEST_OUTCOME = 65_535

export function createCommandStore(db: Knex) {
  return {
    async find(id: string): Promise<StoredOutcome | undefined> {
      const row = await db('stock_commands').where({ id }).first()
      return row && { id, fingerprint: row.fingerprint, outcome: JSON.parse(row.long_outcome ?? row.outcome) }
    },
    async listIds(ids: string[]): Promise<Set<string>> {
      return new Set(ids.length === 0 ? [] : await db('stock_commands').whereIn('id', ids).pluck('id'))
    },
    async insert(commands: StoredOutcome[], at: Date): Promise<void> {
      const rows = commands.map(({ id, fingerprint, outcome }) => {
        const text = JSON.stringify(outcome)
        const isLong = Buffer.byteLength(text) > LONGEST_OUTCOME
        const texts = isLong ? { outcome: '{}', long_outcome: text } : { outcome: text, long_outcome: null }
        return { id, fingerprint, ...texts, created_at: at }
      })
      if (rows.length > 0) await db('stock_commands').insert(rows)
    },
    async remove(id: string, fingerprint: string): Promise<void> {
      await db('stock_commands').where({ id, fingerprint }).delete()
    },
  }
}
