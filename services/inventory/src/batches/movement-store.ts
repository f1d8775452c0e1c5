import type { BatchMovement } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createLineStore } from '../stock/line-store.ts'
import type { TypeSum } from './rules.ts'

const columns = {
  _id: 'movements.id',
  version: 'version',
  type: 'type',
  reverses: 'reverses',
  actorId: 'actor_id',
  createdAt: 'movements.created_at',
} as const

export function createBatchMovementStore(db: Knex) {
  const own = () => db('movements')
  const split = () => db('movement_lines').join('movements', 'movements.id', 'movement_id')
  return {
    async list(batchId: string, limit: number, before?: number): Promise<BatchMovement[]> {
      const page = (query: Knex.QueryBuilder) => {
        if (before !== undefined) query.where('version', '<', before)
        return query.orderBy('version', 'desc').limit(limit)
      }
      const rows: BatchMovement[][] = await Promise.all([
        page(own().where({ batch_id: batchId })).select({
          ...columns,
          effect: 'effect',
          balanceAfter: 'batch_balance_after',
        }),
        page(split().where('movement_lines.batch_id', batchId)).select({
          ...columns,
          effect: 'movement_lines.effect',
          balanceAfter: 'movement_lines.balance_after',
        }),
      ])
      const shown = rows
        .flat()
        .toSorted((a, b) => b.version - a.version)
        .slice(0, limit)
      const sentBack = await createLineStore(db).returnsAmong(shown)
      return shown.map((row) => ({
        ...row,
        createdAt: toInstant(row.createdAt),
        ...(sentBack.has(row._id) && { toSupplier: true as const }),
      }))
    },
    async sums(batchIds: string[]): Promise<Map<string, TypeSum[]>> {
      const rows: (TypeSum & { batchId: string })[] = await own()
        .whereIn('batch_id', batchIds)
        .groupBy('batch_id', 'type')
        .select({ batchId: 'batch_id', type: 'type' })
        .sum({ units: 'effect' })
      const splitRows: (TypeSum & { batchId: string })[] = await split()
        .whereIn('movement_lines.batch_id', batchIds)
        .groupBy('movement_lines.batch_id', 'type')
        .select({ batchId: 'movement_lines.batch_id', type: 'type' })
        .sum({ units: 'movement_lines.effect' })
      const all = [...rows, ...splitRows].map((row) => ({ ...row, units: Number(row.units) }))
      return Map.groupBy(all, ({ batchId }) => batchId)
    },
  }
}
