import type { BatchMovement } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { NUMBERED, type TypeSum } from './rules.ts'

/** Stock without a number that got one: when, and how much of it. */
export interface Numbering extends Pick<BatchMovement, '_id' | 'effect' | 'balanceAfter'> {
  medicineId: string
  at: string
}

/** Lines of no movement that are against one of another batch. */
export function createNumberingStore(db: Knex) {
  const lines = () =>
    db('movement_lines')
      .leftJoin('movements', 'movements.id', 'movement_lines.movement_id')
      .join('movement_lines as other', 'other.movement_id', 'movement_lines.movement_id')
      .whereNull('movements.id')
      .where('other.effect', db.raw('-movement_lines.effect'))
  return {
    /** Of a batch that got its number later. */
    async find(batchId: string): Promise<Numbering | undefined> {
      const row = await lines()
        .join('batches', 'batches.id', 'movement_lines.batch_id')
        .where('movement_lines.batch_id', batchId)
        .where('movement_lines.effect', '>', 0)
        .first({
          ...{ _id: 'movement_lines.movement_id', effect: 'movement_lines.effect' },
          ...{ balanceAfter: 'movement_lines.balance_after', medicineId: 'batches.medicine_id' },
          at: 'batches.created_at',
        })
      return row && { ...row, at: toInstant(row.at) }
    },
    /** Units by batch. */
    async sums(batchIds: string[]): Promise<(TypeSum & { batchId: string })[]> {
      const rows: { batchId: string; units: number }[] = await lines()
        .whereIn('movement_lines.batch_id', batchIds)
        .groupBy('movement_lines.batch_id')
        .select({ batchId: 'movement_lines.batch_id' })
        .sum({ units: 'movement_lines.effect' })
      return rows.map((row) => ({ ...row, type: NUMBERED }))
    },
  }
}
