import type { Direction, TransactionType } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Report } from './rules.ts'

/** A completed transaction as its movement must look. */
export interface Booked {
  id: string
  type: TransactionType
  direction: Direction | null
  quantity: number
  reverses: string | null
  movementVersion: number
  balanceAfter: number
}

const bookedColumns = {
  id: 'id',
  type: 'type',
  direction: 'direction',
  quantity: 'quantity',
  reverses: 'reverses',
  movementVersion: 'movement_version',
  balanceAfter: 'balance_after',
}

export function createReconciliationStore(db: Knex) {
  return {
    /** The highest movement number that sales knows, by medicine. */
    async highestVersions(): Promise<Map<string, number>> {
      const rows = await db('transactions')
        .whereNotNull('movement_version')
        .groupBy('medicine_id')
        .select({ id: 'medicine_id', highest: db.raw('max(movement_version)') })
      return new Map(rows.map((row) => [row.id, row.highest]))
    },
    /** Completed transactions of a medicine with a movement number from `low` to `high`. */
    booked(medicineId: string, low: number, high: number): Promise<Booked[]> {
      return db('transactions')
        .where({ medicine_id: medicineId })
        .whereBetween('movement_version', [low, high])
        .select(bookedColumns)
    },
    /** The status of each of these transactions that is known. */
    async statuses(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db('transactions').whereIn('id', ids).select('id', 'status')
      return new Map(rows.map((row) => [row.id, row.status]))
    },

    /** Makes the row of the last run and the next, unless it is there. */
    async prepare(nextRunAt: Date): Promise<void> {
      const row = { id: 1, next_run_at: nextRunAt, mismatches: 0 }
      await db('reconciliation').insert(row).onConflict('id').ignore()
    },
    /** Takes the run that is due; false when none is, or another replica has it. */
    async claim(now: Date, nextRunAt: Date): Promise<boolean> {
      const due = db('reconciliation').where({ id: 1 }).where('next_run_at', '<=', now)
      return (await due.update({ next_run_at: nextRunAt })) === 1
    },
    async save(report: Report): Promise<void> {
      const finishedAt = new Date(report.finishedAt)
      const result = {
        mismatches: report.mismatches,
        finished_at: finishedAt,
        report: JSON.stringify(report),
      }
      await db('reconciliation')
        .insert({ id: 1, next_run_at: finishedAt, ...result })
        .onConflict('id')
        .merge(result)
    },
    async mismatches(): Promise<number> {
      const row = await db('reconciliation').where({ id: 1 }).first('mismatches')
      return row?.mismatches ?? 0
    },
  }
}
export type ReconciliationStore = ReturnType<typeof createReconciliationStore>
