import type { BatchLine, BillDocument, CommandBatch } from '@mms/contracts'
import type { Knex } from 'knex'
import type { BillRecord } from '../bills/rules.ts'
import { type BillRow, columns, toRecord } from '../bills/store.ts'
import type { BatchedTrade } from '../returns/refunds.ts'

interface Row {
  id: string
  lines: string | null
  batch: string | null
}

/** Reads a return's batches from its command, because inventory may have multiplied the moved units. */
function sharesOf({ lines, batch }: Row): BatchedTrade['shares'] {
  const { shares = [] }: CommandBatch = batch ? JSON.parse(batch) : {}
  if (shares.length > 0 || !lines) return shares
  const moved: BatchLine[] = JSON.parse(lines)
  return moved.map(({ batchId, effect }) => ({ batchId, units: Math.abs(effect) }))
}

export function createNoteStore(db: Knex) {
  return {
    async list(billId: string): Promise<BillRecord[]> {
      const rows: BillRow[] = await db('bills')
        .where({ credit_of: billId })
        .orderBy('recorded_at')
        .select(columns)
      return rows.map(toRecord)
    },
    async lastNumber(counterId: string, year: string): Promise<number> {
      const notes = db('bills').where({ counter_id: counterId, year, kind: 'note' })
      const [row] = await notes.max({ last: 'taken_number' })
      return Number(row?.last ?? 0)
    },
    /** By line of the bill: the batches that were sold, and those that came back by earlier credit notes. */
    async listTrades({ document }: BillRecord, notes: BillRecord[]) {
      const returned = notes.flatMap((note) => note.document.lines)
      const ids = [...document.lines, ...returned].map(({ _id }) => _id)
      const rows: Row[] = await db('transactions')
        .whereIn('id', ids)
        .select({ id: 'id', lines: 'batch_lines', batch: 'batch' })
      const byId = new Map(rows.map((row) => [row.id, row]))
      const tradeOf = (type: BatchedTrade['type'], id: string): BatchedTrade => {
        const row = byId.get(id)
        return { type, shares: row ? sharesOf(row) : [] }
      }
      const trades = document.lines.map(({ _id }): [string, BatchedTrade[]] => [
        _id,
        [
          tradeOf('sale', _id),
          ...returned.filter(({ of }) => of === _id).map((line) => tradeOf('return', line._id)),
        ],
      ])
      const sold = rows.flatMap(({ lines }) => (lines ? (JSON.parse(lines) as BatchLine[]) : []))
      return {
        trades: new Map(trades),
        batches: new Map(sold.map((line) => [line.batchId, line])),
      }
    },
    /** Sums what a person refunded on a day without an administrator's approval. */
    async refundedOn(sellerId: string, day: string): Promise<number> {
      const rows: string[] = await db('bills')
        .where({ day, kind: 'note', seller_id: sellerId })
        .pluck('document')
      return rows
        .map((row): BillDocument => JSON.parse(row))
        .reduce((sum, { approvedBy, payable }) => sum + (approvedBy ? 0 : payable), 0)
    },
  }
}
