import { type CounterMedicine, type MedicineState, paiseToRupees } from '@mms/contracts'
import type { Knex } from 'knex'

/** What a medicine is found and filtered by, as it is kept in memory. */
export interface IndexedMedicine extends CounterMedicine {
  minStockLevel: number
  /** Moves with every change of what people see of the medicine. */
  version: number
}

type Unsold = Omit<IndexedMedicine, 'sold' | 'usualSale' | 'usualPurchase'>

const columns = [
  'id',
  'name',
  'manufacturer',
  'category',
  'unit_price_paise',
  'mrp_paise',
  'current_stock',
  'min_stock_level',
  'expiry_date',
  'barcode',
  'version',
] as const

/** What was sold or bought of a medicine, in how many transactions. */
export interface Trade {
  medicineId: string
  type: 'sale' | 'purchase'
  units: number
  count: number
}

/** Rows that are read at once: between two statements the process serves other requests. */
const CHUNK = 1_000

/** The same fields of a medicine as its events carry it. */
export function indexedOf(state: MedicineState): Unsold {
  const { _id, name, manufacturer, category, unitPrice, currentStock, minStockLevel, version } = state
  const { expiryDate, barcode = null, mrp = null } = state
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
    mrp,
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
    /**
     * Sales and purchases of each medicine by the movements from one id to before another, if they were recorded before an
     * instant. What undoes one counts against it.
     */
    async trades(fromId: string, untilId: string, recordedBefore: Date): Promise<Trade[]> {
      const rows: { medicineId: string; type: Trade['type']; effect: string; signs: string }[] = await db(
        'movements',
      )
        .where('id', '>=', fromId)
        .where('id', '<', untilId)
        .where('created_at', '<', recordedBefore)
        .whereIn('type', ['sale', 'purchase'])
        .groupBy('medicine_id', 'type')
        .select('medicine_id as medicineId', 'type')
        .select(db.raw('sum(effect) as effect, sum(case when effect > 0 then 1 else -1 end) as signs'))
      return rows.map(({ medicineId, type, effect, signs }) => {
        const direction = type === 'sale' ? -1 : 1
        return {
          medicineId,
          type,
          units: direction * Number(effect),
          count: direction * Number(signs),
        }
      })
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
    mrp: row.mrp_paise === null ? null : paiseToRupees(row.mrp_paise),
    version: row.version,
  }
}
