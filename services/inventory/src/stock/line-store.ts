import type { Movement } from '@mms/contracts'
import { chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Line, Share } from '../shelves/rules.ts'

/** A movement of one batch holds its line in these columns; others use `movement_lines`. */
export const ownLineColumns = { batchId: 'batch_id', batchBalanceAfter: 'batch_balance_after' } as const

export type UnlinedMovement = Omit<Movement, 'lines'>

export type LinedRow = Omit<UnlinedMovement, 'toSupplier'> & {
  batchId: string | null
  batchBalanceAfter: number | null
}

const columns = {
  movementId: 'movement_id',
  batchId: 'batch_id',
  effect: 'effect',
  balanceAfter: 'balance_after',
} as const

const toRow = ({ movementId, batchId, effect, balanceAfter }: Line) => ({
  movement_id: movementId,
  batch_id: batchId,
  effect,
  balance_after: balanceAfter,
})

export const toMovement = ({ batchId: _, batchBalanceAfter: __, ...row }: LinedRow): UnlinedMovement => ({
  ...row,
  createdAt: toInstant(row.createdAt),
})

const ownLine = ({ _id, batchId, batchBalanceAfter, change }: LinedRow): Line[] =>
  batchId === null || batchBalanceAfter === null
    ? []
    : [{ movementId: _id, batchId, effect: change, balanceAfter: batchBalanceAfter }]

interface Marks {
  number: string | null
  expiryDate: string | null
}

export function createLineStore(db: Knex) {
  async function listLines(rows: LinedRow[]): Promise<Line[]> {
    const split = rows.flatMap(({ _id, batchId }) => (batchId === null ? [_id] : []))
    const lines: Line[] = rows.flatMap(ownLine)
    for (const ids of chunksOf(split)) {
      lines.push(...(await db('movement_lines').whereIn('movement_id', ids).select(columns)))
    }
    return lines
  }

  async function returnsAmong(
    moved: readonly { _id: string; type: string; effect: number }[],
  ): Promise<ReadonlySet<string>> {
    const ids = moved.flatMap(({ _id, type, effect }) => (type === 'adjustment' && effect < 0 ? [_id] : []))
    const found: string[] = []
    for (const chunk of chunksOf(ids))
      found.push(...(await db('supplier_returns').whereIn('movement_id', chunk).pluck('movement_id')))
    return new Set(found)
  }

  async function marksOf(batchIds: string[]): Promise<Map<string, Marks>> {
    const marks = new Map<string, Marks>()
    for (const ids of chunksOf(batchIds)) {
      const query = db('batches').whereIn('id', ids)
      const found = await query.select({ id: 'id', number: 'batch_number', expiryDate: 'expiry_date' })
      for (const { id, ...batch } of found) marks.set(id, batch)
    }
    return marks
  }

  return {
    returnsAmong,
    async withLines(rows: LinedRow[]): Promise<Movement[]> {
      const lines = await listLines(rows)
      const marks = await marksOf([...new Set(lines.map(({ batchId }) => batchId))])
      const linesOf = Map.groupBy(lines, ({ movementId }) => movementId)
      const sentBack = await returnsAmong(rows.map((row) => ({ ...row, effect: row.change })))
      return rows.map((row) => {
        const shown = (linesOf.get(row._id) ?? []).map(({ batchId, effect, balanceAfter }) => {
          const { number = null, expiryDate = null } = marks.get(batchId) ?? {}
          return { batchId, number, expiryDate, effect, balanceAfter }
        })
        return {
          ...toMovement(row),
          lines: shown,
          ...(sentBack.has(row._id) && { toSupplier: true as const }),
        }
      })
    },
    async listShares(movementId: string): Promise<Share[]> {
      const share = { batchId: 'batch_id', effect: 'effect' }
      const own: Share | undefined = await db('movements')
        .where({ id: movementId })
        .whereNotNull('batch_id')
        .first(share)
      return own ? [own] : db('movement_lines').where({ movement_id: movementId }).select(share)
    },
    async insert(lines: Line[]): Promise<void> {
      for (const chunk of chunksOf(lines)) await db('movement_lines').insert(chunk.map(toRow))
    },
  }
}
