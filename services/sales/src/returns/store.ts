import type { BatchLine, CommandBatch } from '@mms/contracts'
import { lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Batched } from './shares.ts'

interface UnitsRow {
  type: 'sale' | 'return'
  status: 'completed' | 'pending'
  isUndo: number
  isApproved: number
  units: number | string
}

const sumOf = (rows: readonly UnitsRow[]) => rows.reduce((sum, row) => sum + effectOf(row), 0)

/** What a group of transactions adds to what may come back. What is not certain yet counts against it. */
function effectOf({ type, status, isUndo, units }: UnitsRow): number {
  const comesBack = type === 'return'
  const adds = comesBack === Boolean(isUndo)
  if (status === 'pending' && adds) return 0
  return adds ? Number(units) : -Number(units)
}

/** What is older is hardly returned. */
const NEWEST = 500

interface BatchedRow {
  type: 'sale' | 'return'
  status: 'completed' | 'pending'
  batch: string | null
  lines: string | null
}

/** A sale that is not certain yet gives nothing back; of a pending return it is known where it is to go. */
function toBatched({ type, status, batch, lines }: BatchedRow): Batched[] {
  if (lines) {
    const moved: BatchLine[] = JSON.parse(lines)
    return [{ type, shares: moved.map(({ batchId, effect }) => ({ batchId, units: Math.abs(effect) })) }]
  }
  const asked: CommandBatch | null =
    batch && status === 'pending' && type === 'return' ? JSON.parse(batch) : null
  return asked?.shares ? [{ type, shares: asked.shares }] : []
}

export function createReturnStore(db: Knex) {
  return {
    /**
     * Units sold since an instant, less those that came back; what was undone is neither. Sample data does not count.
     * Below 0 by what staff took back beyond what was sold; what an administrator approved takes it down to 0 only.
     */
    async returnableUnits(medicineId: string, since: Date): Promise<number> {
      const rows: UnitsRow[] = await db('transactions')
        .where({ medicine_id: medicineId, sample: false })
        .where('created_at', '>=', since)
        .whereIn('type', ['sale', 'return'])
        .whereIn('status', ['completed', 'pending'])
        .select({
          type: 'type',
          status: 'status',
          isUndo: db.raw('reverses is not null'),
          isApproved: db.raw('approved_by is not null'),
        })
        .sum({ units: 'quantity' })
        .groupBy('type', 'status', db.raw('reverses is not null'), db.raw('approved_by is not null'))
      const isByStaff = ({ type, isApproved }: UnitsRow) => type === 'return' && !isApproved
      const others = rows.filter((row) => !isByStaff(row))
      return Math.max(0, sumOf(others)) + sumOf(rows.filter(isByStaff))
    },
    /** What batches gave to the newest sales of a medicine since an instant, and what came back to them; of what stands. */
    async listBatched(medicineId: string, since: Date): Promise<Batched[]> {
      const rows: BatchedRow[] = await db('transactions')
        .where({ medicine_id: medicineId, sample: false })
        .where('created_at', '>=', since)
        .whereIn('type', ['sale', 'return'])
        .whereIn('status', ['completed', 'pending'])
        .whereNull('reverses')
        .whereNull('reversed_by')
        .orderBy('created_at', 'desc')
        .limit(NEWEST)
        .select({ type: 'type', status: 'status', batch: 'batch', lines: 'batch_lines' })
      return rows.flatMap(toBatched)
    },
    /** Two returns of one medicine are judged one after the other. In a transaction; SQLite has one writer anyway. */
    async lockMedicine(medicineId: string): Promise<void> {
      const medicine = () => db('medicines').where({ id: medicineId })
      await lockAcrossNodes(db, medicine())
      await medicine().forUpdate().first('id')
    },
  }
}
export type ReturnStore = ReturnType<typeof createReturnStore>
