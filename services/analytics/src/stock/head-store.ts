import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Where a medicine's stock stands. */
export interface StockHead {
  medicineId: string
  /** The last movement of inventory's ledger that counts. */
  ledgerVersion: number
  openingDay: string | null
  openingUnits: number
  deletedDay: string | null
  /** The last of its stock days, and what that tells. */
  lastDay: string | null
  stock: number
  added: number
  removed: number
}

export const emptyHead = (medicineId: string): StockHead => ({
  medicineId,
  ledgerVersion: 0,
  openingDay: null,
  openingUnits: 0,
  deletedDay: null,
  lastDay: null,
  stock: 0,
  added: 0,
  removed: 0,
})

const toRow = (head: StockHead) => ({
  medicine_id: head.medicineId,
  ledger_version: head.ledgerVersion,
  opening_day: head.openingDay,
  opening_units: head.openingUnits,
  deleted_day: head.deletedDay,
  last_day: head.lastDay,
  stock: head.stock,
  added: head.added,
  removed: head.removed,
})

const toHead = (row: ReturnType<typeof toRow>): StockHead => ({
  medicineId: row.medicine_id,
  ledgerVersion: row.ledger_version,
  openingDay: row.opening_day,
  openingUnits: Number(row.opening_units),
  deletedDay: row.deleted_day,
  lastDay: row.last_day,
  stock: Number(row.stock),
  added: Number(row.added),
  removed: Number(row.removed),
})

export function createHeadStore(db: Knex) {
  return {
    /** The heads of these medicines; a new one for a medicine that has none. */
    async find(ids: Iterable<string>): Promise<Map<string, StockHead>> {
      const heads = new Map([...ids].map((id) => [id, emptyHead(id)]))
      for (const chunk of chunksOf([...heads.keys()])) {
        const rows = await db('stock_heads').whereIn('medicine_id', chunk).select('*')
        for (const row of rows) heads.set(row.medicine_id, toHead(row))
      }
      return heads
    },
    async listIds(): Promise<string[]> {
      return db('stock_heads').pluck('medicine_id')
    },
    async save(heads: StockHead[]): Promise<void> {
      for (const chunk of chunksOf(heads)) {
        await db('stock_heads').insert(chunk.map(toRow)).onConflict('medicine_id').merge()
      }
    },
  }
}
