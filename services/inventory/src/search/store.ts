import { type CounterMedicine, type MedicineState, paiseToRupees } from '@mms/contracts'
import type { Knex } from 'knex'

/** What a medicine is found and filtered by, as it is kept in memory. */
export interface IndexedMedicine extends CounterMedicine {
  minStockLevel: number
  /** Moves with every change of what people see of the medicine. */
  version: number
}

type Unsold = Omit<IndexedMedicine, 'sold'>

const columns = [
  'id',
  'name',
  'manufacturer',
  'category',
  'unit_price_paise',
  'current_stock',
  'min_stock_level',
  'expiry_date',
  'barcode',
  'version',
] as const

/** Rows that are read at once: between two statements the process serves other requests. */
const CHUNK = 1_000

/** The same fields of a medicine as its events carry it. */
export function indexedOf(state: MedicineState): Unsold {
  const { _id, name, manufacturer, category, unitPrice, currentStock, minStockLevel, version } = state
  const { expiryDate, barcode = null } = state
  return {
    _id,
    name,
    manufacturer,
    category,
    unitPrice,
    currentStock,
    minStockLevel,
    expiryDate,
    barcode,
    version,
  }
}

export function createSearchStore(db: Knex) {
  return {
    /** All that are not deleted, a thousand at a time. */
    async *list(): AsyncGenerator<Unsold[]> {
      for (let after = ''; ; ) {
        const rows = await db('medicines')
          .where('sort_name', '>=', '')
          .where('id', '>', after)
          .orderBy('id')
          .limit(CHUNK)
          .select(columns)
        yield rows.map(toUnsold)
        if (rows.length < CHUNK) return
        after = rows.at(-1).id
      }
    },
    /** Units sold of each medicine by the movements from one id to before another, if they were recorded before an instant. */
    async unitsSold(fromId: string, untilId: string, recordedBefore: Date): Promise<[string, number][]> {
      const rows: { medicine_id: string; units: number | string }[] = await db('movements')
        .where('id', '>=', fromId)
        .where('id', '<', untilId)
        .where('created_at', '<', recordedBefore)
        .where({ type: 'sale' })
        .groupBy('medicine_id')
        .select('medicine_id', db.raw('sum(-effect) as units'))
      return rows.map(({ medicine_id, units }) => [medicine_id, Number(units)])
    },
  }
}

function toUnsold(row: Record<(typeof columns)[number], never>): Unsold {
  return {
    _id: row.id,
    name: row.name,
    manufacturer: row.manufacturer,
    category: row.category,
    unitPrice: paiseToRupees(row.unit_price_paise),
    currentStock: row.current_stock,
    minStockLevel: row.min_stock_level,
    expiryDate: row.expiry_date,
    barcode: row.barcode,
    version: row.version,
  }
}
