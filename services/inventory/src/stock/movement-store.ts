import type { BatchMovement, Movement } from '@mms/contracts'
import { chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { sumOfUnits, withConversions } from '../medicines/store.ts'
import type { BatchShare, MovementLine } from './batch.ts'
import type { TypeSum } from './batch-rules.ts'

/** A movement of one batch has its line in these columns. Movements of several batches use `movement_lines`. */
const ownLineColumns = { batchId: 'batch_id', batchBalanceAfter: 'batch_balance_after' } as const

export type MovementHeader = Omit<Movement, 'lines'>

type LinedRow = Omit<MovementHeader, 'toSupplier'> & {
  batchId: string | null
  batchBalanceAfter: number | null
}

const lineColumns = {
  movementId: 'movement_id',
  batchId: 'batch_id',
  effect: 'effect',
  balanceAfter: 'balance_after',
} as const

const toLineRow = ({ movementId, batchId, effect, balanceAfter }: MovementLine) => ({
  movement_id: movementId,
  batch_id: batchId,
  effect,
  balance_after: balanceAfter,
})

const toMovement = ({ batchId: _, batchBalanceAfter: __, unitsTimes, ...row }: LinedRow): MovementHeader => ({
  ...row,
  createdAt: toInstant(row.createdAt),
  ...(unitsTimes && { unitsTimes }),
})

const ownLine = ({ _id, batchId, batchBalanceAfter, change }: LinedRow): MovementLine[] =>
  batchId === null || batchBalanceAfter === null
    ? []
    : [{ movementId: _id, batchId, effect: change, balanceAfter: batchBalanceAfter }]

interface BatchLabel {
  number: string | null
  expiryDate: string | null
}

export function createLineStore(db: Knex) {
  async function listLines(rows: LinedRow[]): Promise<MovementLine[]> {
    const split = rows.flatMap(({ _id, batchId }) => (batchId === null ? [_id] : []))
    const lines: MovementLine[] = rows.flatMap(ownLine)
    for (const ids of chunksOf(split)) {
      lines.push(...(await db('movement_lines').whereIn('movement_id', ids).select(lineColumns)))
    }
    return lines
  }

  async function findSupplierReturns(
    moved: readonly { _id: string; type: string; effect: number }[],
  ): Promise<ReadonlySet<string>> {
    const ids = moved.flatMap(({ _id, type, effect }) => (type === 'adjustment' && effect < 0 ? [_id] : []))
    const found: string[] = []
    for (const chunk of chunksOf(ids))
      found.push(...(await db('supplier_returns').whereIn('movement_id', chunk).pluck('movement_id')))
    return new Set(found)
  }

  async function labelsOf(batchIds: string[]): Promise<Map<string, BatchLabel>> {
    const labels = new Map<string, BatchLabel>()
    for (const ids of chunksOf(batchIds)) {
      const query = db('batches').whereIn('id', ids)
      const found = await query.select({ id: 'id', number: 'batch_number', expiryDate: 'expiry_date' })
      for (const { id, ...batch } of found) labels.set(id, batch)
    }
    return labels
  }

  return {
    returnsAmong: findSupplierReturns,
    async withLines(rows: LinedRow[]): Promise<Movement[]> {
      const lines = await listLines(rows)
      const labels = await labelsOf([...new Set(lines.map(({ batchId }) => batchId))])
      const linesOf = Map.groupBy(lines, ({ movementId }) => movementId)
      const sentBack = await findSupplierReturns(rows.map((row) => ({ ...row, effect: row.change })))
      return rows.map((row) => {
        const shown = (linesOf.get(row._id) ?? []).map(({ batchId, effect, balanceAfter }) => {
          const { number = null, expiryDate = null } = labels.get(batchId) ?? {}
          return { batchId, number, expiryDate, effect, balanceAfter }
        })
        return {
          ...toMovement(row),
          lines: shown,
          ...(sentBack.has(row._id) && { toSupplier: true as const }),
        }
      })
    },
    async listShares(movementId: string): Promise<BatchShare[]> {
      const share = { batchId: 'batch_id', effect: 'effect' }
      const own: BatchShare | undefined = await db('movements')
        .where({ id: movementId })
        .whereNotNull('batch_id')
        .first(share)
      return own ? [own] : db('movement_lines').where({ movement_id: movementId }).select(share)
    },
    async insert(lines: MovementLine[]): Promise<void> {
      for (const chunk of chunksOf(lines)) await db('movement_lines').insert(chunk.map(toLineRow))
    },
  }
}

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
  unitsTimes: 'units_times',
} as const satisfies Record<keyof Omit<Movement, 'lines' | 'toSupplier'>, string>

const linedColumns = { ...columns, ...ownLineColumns }

const toRow = (movement: MovementHeader, line: MovementLine | undefined) => ({
  id: movement._id,
  medicine_id: movement.medicineId,
  version: movement.version,
  type: movement.type,
  effect: movement.change,
  balance_after: movement.balanceAfter,
  reverses: movement.reverses,
  actor_id: movement.actorId,
  created_at: new Date(movement.createdAt),
  units_times: movement.unitsTimes ?? null,
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
    async find(id: string): Promise<MovementHeader | undefined> {
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
    async insert(movements: MovementHeader[], moved: MovementLine[]): Promise<void> {
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

const batchMovementColumns = {
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
          ...batchMovementColumns,
          effect: 'effect',
          balanceAfter: 'batch_balance_after',
        }),
        page(split().where('movement_lines.batch_id', batchId)).select({
          ...batchMovementColumns,
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
      const rows: (TypeSum & { batchId: string })[] = await withConversions(own())
        .whereIn('batch_id', batchIds)
        .groupBy('batch_id', 'type')
        .select({ batchId: 'batch_id', type: 'type', units: db.raw(sumOfUnits('effect')) })
      const splitRows: (TypeSum & { batchId: string })[] = await withConversions(split())
        .whereIn('movement_lines.batch_id', batchIds)
        .groupBy('movement_lines.batch_id', 'type')
        .select({
          ...{ batchId: 'movement_lines.batch_id', type: 'type' },
          units: db.raw(sumOfUnits('movement_lines.effect')),
        })
      const all = [...rows, ...splitRows].map((row) => ({ ...row, units: Number(row.units) }))
      return Map.groupBy(all, ({ batchId }) => batchId)
    },
  }
}
