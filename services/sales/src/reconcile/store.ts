import type { Knex } from 'knex'
import { columns, type TransactionRow, toRecord } from '../transactions/row.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

export const WINDOW = 500

const { id, type, direction, quantity, reverses, movementVersion, balanceAfter } = columns
const bookedColumns = { id, type, direction, quantity, reverses, movementVersion, balanceAfter }

export interface Booked
  extends Pick<TransactionRecord, Exclude<keyof typeof bookedColumns, 'movementVersion'>> {
  movementVersion: number
}

export function createReconciliationStore(db: Knex) {
  const inLedger = (medicineId: string, low: number, high: number) =>
    db('transactions').where({ medicine_id: medicineId }).whereBetween('movement_version', [low, high])

  return {
    async nextMedicine(id: string): Promise<string | undefined> {
      const row = await db('transactions')
        .where('medicine_id', '>', id)
        .orderBy('medicine_id')
        .first('medicine_id')
      return row?.medicine_id
    },
    async highestVersion(medicineId: string): Promise<number> {
      const row = await db('transactions')
        .where({ medicine_id: medicineId })
        .first(db.raw('max(movement_version) as highest'))
      return row.highest ?? 0
    },
    booked: (medicineId: string, low: number, high: number): Promise<Booked[]> =>
      inLedger(medicineId, low, high).select(bookedColumns),
    async records(medicineId: string, low: number, high: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await inLedger(medicineId, low, high)
        .orderBy('movement_version')
        .select(columns)
      return rows.map(toRecord)
    },
    async move({ id, movementVersion }: TransactionRecord, version: number, balance: number): Promise<void> {
      await db('transactions')
        .where({ id, status: 'completed', movement_version: movementVersion })
        .update({ movement_version: version, balance_after: balance })
    },
    async statuses(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db('transactions').whereIn('id', ids).select('id', 'status')
      return new Map(rows.map((row) => [row.id, row.status]))
    },
  }
}
export type ReconciliationStore = ReturnType<typeof createReconciliationStore>
