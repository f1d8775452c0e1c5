import type { Movement } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Line } from '../shelves/rules.ts'
import { createLineStore, ownLineColumns, toMovement, type UnlinedMovement } from './line-store.ts'

const columns = {
  _id: 'id',
  medicineId: 'medicine_id',
  version: 'version',
  type: 'type',
  change: 'effect',
  balanceAfter: 'balance_after',
  reverses: 'reverses',
  actorId: 'actor_id',
  createdAt: 'created_at',
} as const satisfies Record<keyof Omit<Movement, 'lines' | 'toSupplier'>, string>

const linedColumns = { ...columns, ...ownLineColumns }

const toRow = (movement: UnlinedMovement, line: Line | undefined) => ({
  id: movement._id,
  medicine_id: movement.medicineId,
  version: movement.version,
  type: movement.type,
  effect: movement.change,
  balance_after: movement.balanceAfter,
  reverses: movement.reverses,
  actor_id: movement.actorId,
  created_at: new Date(movement.createdAt),
  batch_id: line?.batchId ?? null,
  batch_balance_after: line?.balanceAfter ?? null,
})

export function createMovementStore(db: Knex) {
  const lines = createLineStore(db)
  const listQuery = (medicineId: string, limit: number, before?: number) => {
    const query = db('movements').where({ medicine_id: medicineId })
    if (before !== undefined) query.where('version', '<', before)
    return query.orderBy('version', 'desc').limit(limit).select(linedColumns)
  }
  const pageQuery = (medicineId: string, version: number, limit: number) =>
    db('movements')
      .where('medicine_id', '>=', medicineId)
      .where((after) => {
        void after
          .where('medicine_id', '>', medicineId)
          .orWhere((same) => void same.where('version', '>', version))
      })
      .orderBy(['medicine_id', 'version'])
      .limit(limit)
      .select(linedColumns)
  return {
    listQuery,
    async find(id: string): Promise<UnlinedMovement | undefined> {
      const row = await db('movements').where({ id }).first(linedColumns)
      return row && toMovement(row)
    },
    async isReversed(id: string): Promise<boolean> {
      return (await db('movements').where({ reverses: id }).first('id')) !== undefined
    },
    async list(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
      return lines.withLines(await listQuery(medicineId, limit, before))
    },
    pageQuery,
    async listAll(medicineId: string, version: number, limit: number): Promise<Movement[]> {
      return lines.withLines(await pageQuery(medicineId, version, limit))
    },
    async insert(movements: UnlinedMovement[], moved: Line[]): Promise<void> {
      const linesOf = Map.groupBy(moved, ({ movementId }) => movementId)
      const rows = movements.map((movement) => {
        const [line, ...more] = linesOf.get(movement._id) ?? []
        const isOne = line !== undefined && more.length === 0
        if (isOne) linesOf.delete(movement._id)
        return toRow(movement, isOne ? line : undefined)
      })
      if (rows.length > 0) await db('movements').insert(rows)
      await lines.insert([...linesOf.values()].flat())
    },
    async insertSupplierReturns(ids: string[]): Promise<void> {
      if (ids.length > 0) await db('supplier_returns').insert(ids.map((id) => ({ movement_id: id })))
    },
  }
}
