import { type CounterMedicine, type MedicineState, paiseToRupees } from '@mms/contracts'
import type { Knex } from 'knex'

type Unsold = Omit<CounterMedicine, 'sold'>

const columns = [
  'id',
  'name',
  'manufacturer',
  'category',
  'unit_price_paise',
  'current_stock',
  'expiry_date',
  'barcode',
] as const

/** Rows that are read at once; between two the process answers others. */
const CHUNK = 1_000

/** What events and rows have in common, for the counter. */
export function forCounter(state: MedicineState): Unsold {
  const { _id, name, manufacturer, category, unitPrice, currentStock, expiryDate, barcode = null } = state
  return { _id, name, manufacturer, category, unitPrice, currentStock, expiryDate, barcode }
}

export function createCounterStore(db: Knex) {
  const listed = () => db('medicines').where('sort_name', '>=', '')
  return {
    /** Units sold of each medicine by the movements from one id to before another. */
    async unitsSold(fromId: string, untilId: string): Promise<Map<string, number>> {
      const rows: { medicine_id: string; units: number | string }[] = await db('movements')
        .where('id', '>=', fromId)
        .where('id', '<', untilId)
        .where({ type: 'sale' })
        .groupBy('medicine_id')
        .select('medicine_id', db.raw('sum(-effect) as units'))
      return new Map(rows.map(({ medicine_id, units }) => [medicine_id, Number(units)]))
    },
    /** All that are not deleted. */
    async list(): Promise<Unsold[]> {
      const all: Unsold[] = []
      for (let after = ''; ; ) {
        const rows = await listed().where('id', '>', after).orderBy('id').limit(CHUNK).select(columns)
        for (const row of rows) all.push(toUnsold(row))
        if (rows.length < CHUNK) return all
        after = rows.at(-1).id
      }
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
    expiryDate: row.expiry_date,
    barcode: row.barcode,
  }
}
