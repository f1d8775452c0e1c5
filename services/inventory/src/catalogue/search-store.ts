import {
  type CounterMedicine,
  defaultPack,
  type MedicineState,
  packPriceOf,
  paiseToRupees,
  paiseToRupeesOrNull,
} from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import type { Knex } from 'knex'

export interface IndexedMedicine extends CounterMedicine {
  minStockLevel: number
  version: number
}

type MedicineWithoutSales = Omit<IndexedMedicine, 'sold' | 'usualSale' | 'usualPurchase'>

type Row = Omit<MedicineWithoutSales, 'compositionKey'>

/** Money in paise. */
const columns = {
  _id: 'id',
  name: 'name',
  manufacturer: 'manufacturer',
  category: 'category',
  unitPrice: 'unit_price_paise',
  mrp: 'mrp_paise',
  currentStock: 'current_stock',
  minStockLevel: 'min_stock_level',
  expiryDate: 'expiry_date',
  barcode: 'barcode',
  composition: 'composition',
  packSize: 'pack_size',
  packWord: 'pack_word',
  unitWord: 'unit_word',
  packPrice: 'pack_price_paise',
  version: 'version',
} as const satisfies Record<keyof Row, string>

function fromRow(row: Row): MedicineWithoutSales {
  const unitPrice = paiseToRupees(row.unitPrice)
  return {
    ...row,
    compositionKey: compositionKeyOf(row),
    unitPrice,
    mrp: row.mrp ? paiseToRupees(row.mrp) : null,
    packPrice: packPriceOf(paiseToRupeesOrNull(row.packPrice), unitPrice, row.packSize),
  }
}

export interface TradeSum {
  medicineId: string
  type: 'sale' | 'purchase'
  units: number
  count: number
}

const CHUNK = 1_000

export function toMedicineWithoutSales(state: MedicineState): MedicineWithoutSales {
  const { _id, name, manufacturer, category, barcode, composition, unitPrice, mrp } = state
  const { currentStock, minStockLevel, expiryDate, version } = state
  // An event of release 0.3 has no packs.
  const { packSize, packWord, unitWord, packPrice = unitPrice } = { ...defaultPack, ...state }
  return {
    ...{ _id, name, manufacturer, category, barcode, composition, compositionKey: compositionKeyOf(state) },
    ...{ unitPrice, mrp, currentStock, minStockLevel, expiryDate, version },
    ...{ packSize, packWord, unitWord, packPrice },
  }
}

export function createSearchStore(db: Knex) {
  return {
    async *list(): AsyncGenerator<MedicineWithoutSales[]> {
      for (let after = ''; ; ) {
        const rows = await db('medicines')
          .where('sort_name', '>=', '')
          .where('id', '>', after)
          .orderBy('id')
          .limit(CHUNK)
          .select(columns)
        yield rows.map(fromRow)
        if (rows.length < CHUNK) return
        after = rows.at(-1)._id
      }
    },
    /** A reversal counts against the transaction that it undoes. */
    async trades(fromId: string, untilId: string, recordedBefore: Date): Promise<TradeSum[]> {
      const rows: (Pick<TradeSum, 'medicineId' | 'type'> & { effect: string; signs: string })[] = await db(
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
        return { medicineId, type, units: direction * Number(effect), count: direction * Number(signs) }
      })
    },
  }
}
