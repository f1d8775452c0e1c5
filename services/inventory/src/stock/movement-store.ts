import type { BatchLine, BatchMovement, MedicineState, Movement } from '@mms/contracts'
import { chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { sumOfUnits, toColumns, withConversions } from '../medicines/store.ts'
import type { BatchShare, MovementLine } from './batch.ts'
import type { TypeSum } from './batch-rules.ts'

export type MovementHeader = Omit<Movement, 'lines'>

const headerColumns = {
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
} as const satisfies Record<keyof Omit<MovementHeader, 'toSupplier'>, string>

/** A movement of one batch also holds its line. Movements of several batches use `movement_lines`. */
const columns = { ...headerColumns, batchId: 'batch_id', batchBalanceAfter: 'batch_balance_after' } as const

const lineColumns = {
  movementId: 'movement_id',
  batchId: 'batch_id',
  effect: 'effect',
  balanceAfter: 'balance_after',
} as const satisfies Record<keyof MovementLine, string>

type Row = Omit<MovementHeader, 'toSupplier'> & {
  batchId: string | null
  batchBalanceAfter: number | null
}

const toMovement = ({ batchId: _, batchBalanceAfter: __, unitsTimes, ...row }: Row): MovementHeader => ({
  ...row,
  createdAt: toInstant(row.createdAt),
  ...(unitsTimes && { unitsTimes }),
})

const ownLine = ({ _id, batchId, batchBalanceAfter, change }: Row): MovementLine[] =>
  batchId === null || batchBalanceAfter === null
    ? []
    : [{ movementId: _id, batchId, effect: change, balanceAfter: batchBalanceAfter }]

async function listLines(db: Knex, rows: Row[]): Promise<MovementLine[]> {
  const lines: MovementLine[] = rows.flatMap(ownLine)
  const split = rows.flatMap(({ _id, batchId }) => (batchId === null ? [_id] : []))
  for (const ids of chunksOf(split))
    lines.push(...(await db('movement_lines').whereIn('movement_id', ids).select(lineColumns)))
  return lines
}

async function findSupplierReturns(
  db: Knex,
  moved: readonly { _id: string; type: string; effect: number }[],
): Promise<ReadonlySet<string>> {
  const ids = moved.flatMap(({ _id, type, effect }) => (type === 'adjustment' && effect < 0 ? [_id] : []))
  const found: string[] = []
  for (const chunk of chunksOf(ids))
    found.push(...(await db('supplier_returns').whereIn('movement_id', chunk).pluck('movement_id')))
  return new Set(found)
}

async function labelsOf(db: Knex, batchIds: string[]) {
  const labels = new Map<string, Pick<BatchLine, 'number' | 'expiryDate'>>()
  for (const ids of chunksOf(batchIds)) {
    const query = db('batches').whereIn('id', ids)
    const found = await query.select({ id: 'id', number: 'batch_number', expiryDate: 'expiry_date' })
    for (const { id, ...label } of found) labels.set(id, label)
  }
  return labels
}

async function withLines(db: Knex, rows: Row[]): Promise<Movement[]> {
  const lines = await listLines(db, rows)
  const labels = await labelsOf(db, [...new Set(lines.map(({ batchId }) => batchId))])
  const linesOf = Map.groupBy(lines, ({ movementId }) => movementId)
  const unlabelled = { number: null, expiryDate: null }
  const sentBack = await findSupplierReturns(
    db,
    rows.map((row) => ({ ...row, effect: row.change })),
  )
  return rows.map((row) => ({
    ...toMovement(row),
    lines: (linesOf.get(row._id) ?? []).map(({ batchId, effect, balanceAfter }) => ({
      batchId,
      ...(labels.get(batchId) ?? unlabelled),
      effect,
      balanceAfter,
    })),
    ...(sentBack.has(row._id) && { toSupplier: true as const }),
  }))
}

export function createMovementStore(db: Knex) {
  const listQuery = (medicineId: string, limit: number, before?: number) => {
    const query = db('movements').where({ medicine_id: medicineId })
    if (before !== undefined) query.where('version', '<', before)
    return query.orderBy('version', 'desc').limit(limit).select(columns)
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
      .select(columns)
  return {
    listQuery,
    pageQuery,
    async find(id: string): Promise<MovementHeader | undefined> {
      const row = await db('movements').where({ id }).first(columns)
      return row && toMovement(row)
    },
    async isReversed(id: string): Promise<boolean> {
      return (await db('movements').where({ reverses: id }).first('id')) !== undefined
    },
    async list(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
      return withLines(db, await listQuery(medicineId, limit, before))
    },
    async listAll(medicineId: string, version: number, limit: number): Promise<Movement[]> {
      return withLines(db, await pageQuery(medicineId, version, limit))
    },
    /** Lists the lines of each medicine's newest movement, by medicine. */
    async listNewestLines(medicines: MedicineState[]): Promise<Map<string, MovementLine[]>> {
      const rows: Row[] = []
      for (const chunk of chunksOf(medicines)) {
        const versions = chunk.map(({ _id, stockVersion }) => [_id, stockVersion])
        rows.push(...(await db('movements').whereIn(['medicine_id', 'version'], versions).select(columns)))
      }
      const linesOf = Map.groupBy(await listLines(db, rows), ({ movementId }) => movementId)
      return new Map(rows.map(({ _id, medicineId }) => [medicineId, linesOf.get(_id) ?? []]))
    },
    async listShares(id: string): Promise<BatchShare[]> {
      const share = { batchId: 'batch_id', effect: 'effect' }
      const own: BatchShare | undefined = await db('movements')
        .where({ id })
        .whereNotNull('batch_id')
        .first(share)
      return own ? [own] : db('movement_lines').where({ movement_id: id }).select(share)
    },
    async insert(movements: MovementHeader[], moved: MovementLine[]): Promise<void> {
      const linesOf = Map.groupBy(moved, ({ movementId }) => movementId)
      const rows = movements.map((movement) => {
        const [line, ...more] = linesOf.get(movement._id) ?? []
        const isOne = line !== undefined && more.length === 0
        if (isOne) linesOf.delete(movement._id)
        const own = isOne ? { batchId: line.batchId, batchBalanceAfter: line.balanceAfter } : {}
        return toColumns(columns, { ...movement, ...own, createdAt: new Date(movement.createdAt) })
      })
      if (rows.length > 0) await db('movements').insert(rows)
      for (const chunk of chunksOf([...linesOf.values()].flat()))
        await db('movement_lines').insert(chunk.map((line) => toColumns(lineColumns, line)))
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
  const split = () => db('movement_lines').join('movements', 'movements.id', 'movement_id')
  const sources = [
    { from: () => db('movements'), table: 'movements', balanceAfter: 'batch_balance_after' },
    { from: split, table: 'movement_lines', balanceAfter: 'movement_lines.balance_after' },
  ]
  return {
    async list(batchId: string, limit: number, before?: number): Promise<BatchMovement[]> {
      const pages: BatchMovement[][] = await Promise.all(
        sources.map(({ from, table, balanceAfter }) => {
          const query = from().where(`${table}.batch_id`, batchId)
          if (before !== undefined) query.where('version', '<', before)
          const shown = { ...batchMovementColumns, effect: `${table}.effect`, balanceAfter }
          return query.orderBy('version', 'desc').limit(limit).select(shown)
        }),
      )
      const rows = pages.flat().toSorted((a, b) => b.version - a.version)
      const sentBack = await findSupplierReturns(db, rows)
      return rows.slice(0, limit).map((row) => ({
        ...row,
        createdAt: toInstant(row.createdAt),
        ...(sentBack.has(row._id) && { toSupplier: true as const }),
      }))
    },
    /** True if all other movements of the batch are reversals or were reversed. */
    async isOnlyMovement(batchId: string, id: string): Promise<boolean> {
      const reversed = db('movements as reversals').where('reversals.reverses', db.ref('movements.id'))
      const others = sources.map(({ from, table }) =>
        from()
          .where(`${table}.batch_id`, batchId)
          .whereNot('movements.id', id)
          .whereNull('movements.reverses')
          .whereNotExists(reversed.clone().select('reversals.id'))
          .first('movements.id'),
      )
      return (await Promise.all(others)).every((other) => other === undefined)
    },
    async sums(batchIds: string[]): Promise<Map<string, TypeSum[]>> {
      const sums: (TypeSum & { batchId: string })[][] = await Promise.all(
        sources.map(({ from, table }) =>
          withConversions(from())
            .whereIn(`${table}.batch_id`, batchIds)
            .groupBy(`${table}.batch_id`, 'type')
            .select({ batchId: `${table}.batch_id`, type: 'type' })
            .select({ units: db.raw(sumOfUnits(`${table}.effect`)) }),
        ),
      )
      const all = sums.flat().map((row) => ({ ...row, units: Number(row.units) }))
      return Map.groupBy(all, ({ batchId }) => batchId)
    },
  }
}
