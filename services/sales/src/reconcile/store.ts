import type { Knex } from 'knex'
import { columns, type TransactionRow, toRecord } from '../transactions/row.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

/** Numbers of a ledger that are looked at together: as many as a page of inventory's answer holds. */
export const WINDOW = 500

const { id, type, direction, quantity, reverses, movementVersion, balanceAfter } = columns
const bookedColumns = { id, type, direction, quantity, reverses, movementVersion, balanceAfter }

export interface Booked
  extends Pick<TransactionRecord, Exclude<keyof typeof bookedColumns, 'movementVersion'>> {
  movementVersion: number
}

/** The transactions as the reconciler reads them: by medicine and place in its ledger, a page at a time. */
export function createReconciliationStore(db: Knex) {
  const inLedger = (medicineId: string, low: number, high: number) =>
    db('transactions').where({ medicine_id: medicineId }).whereBetween('movement_version', [low, high])

  return {
    /** The first medicine with transactions whose id comes after `id`. */
    async nextMedicine(id: string): Promise<string | undefined> {
      const row = await db('transactions')
        .where('medicine_id', '>', id)
        .orderBy('medicine_id')
        .first('medicine_id')
      return row?.medicine_id
    },
    /** The highest movement number that sales knows of a medicine; 0 without any. */
    async highestVersion(medicineId: string): Promise<number> {
      const row = await db('transactions')
        .where({ medicine_id: medicineId })
        .first(db.raw('max(movement_version) as highest'))
      return row.highest ?? 0
    },
    /** Completed transactions of a medicine with a movement number from `low` to `high`. */
    booked: (medicineId: string, low: number, high: number): Promise<Booked[]> =>
      inLedger(medicineId, low, high).select(bookedColumns),
    /** The same, oldest first, with all that their commands are made of. */
    async records(medicineId: string, low: number, high: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await inLedger(medicineId, low, high)
        .orderBy('movement_version')
        .select(columns)
      return rows.map(toRecord)
    },
    /** Writes the place in the ledger that a completed transaction has got by being sent again. */
    async move({ id, movementVersion }: TransactionRecord, version: number, balance: number): Promise<void> {
      await db('transactions')
        .where({ id, status: 'completed', movement_version: movementVersion })
        .update({ movement_version: version, balance_after: balance })
    },
    /** The status of each of these transactions that is known. */
    async statuses(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db('transactions').whereIn('id', ids).select('id', 'status')
      return new Map(rows.map((row) => [row.id, row.status]))
    },
  }
}
export type ReconciliationStore = ReturnType<typeof createReconciliationStore>
