import {
  type CounterBatch,
  type CounterMedicine,
  defaultPack,
  type MedicineState,
  packPriceOf,
  paiseToRupees,
  paiseToRupeesOrNull,
  type StockBatch,
} from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import type { Knex } from 'knex'
import { sumOfUnits, withConversions } from '../medicines/store.ts'

export interface IndexedMedicine extends CounterMedicine {
  minStockLevel: number
  version: number
}

type MedicineWithoutSales = Omit<IndexedMedicine, 'sold' | 'usualSale' | 'usualPurchase'>

type Row = Omit<MedicineWithoutSales, 'compositionKey' | 'batches'>

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
  packMrp: 'pack_mrp_paise',
  hsn: 'hsn',
  taxClass: 'tax_class',
  schedule: 'schedule',
  version: 'version',
} as const satisfies Record<keyof Row, string>

const batchColumns = {
  medicineId: 'medicine_id',
  number: 'batch_number',
  expiryDate: 'expiry_date',
  stock: 'stock',
  unitPrice: 'unit_price_paise',
  mrp: 'mrp_paise',
  packPrice: 'pack_price_paise',
  packMrp: 'pack_mrp_paise',
}

const counterBatchesOf = (batches: StockBatch[]): CounterBatch[] =>
  batches
    .filter(({ status }) => status === 'available')
    .map(({ number, expiryDate, stock, unitPrice, mrp, packPrice, packMrp }) => ({
      ...{ number, expiryDate, stock, unitPrice, mrp, packPrice, packMrp },
    }))

function fromRow(row: Row, batches: CounterBatch[]): MedicineWithoutSales {
  const unitPrice = paiseToRupees(row.unitPrice)
  const mrp = row.mrp ? paiseToRupees(row.mrp) : null
  const { packSize } = row
  const [packPrice, packMrp] = [paiseToRupeesOrNull(row.packPrice), paiseToRupeesOrNull(row.packMrp)]
  return {
    ...{ ...row, compositionKey: compositionKeyOf(row), unitPrice, mrp, batches },
    packPrice: packPriceOf(packPrice, unitPrice, packSize),
    packMrp: mrp === null ? null : packPriceOf(packMrp, mrp, packSize),
  }
}

export interface TradeSum {
  medicineId: string
  type: 'sale' | 'purchase'
  units: number
  count: number
}

const CHUNK = 1_000

/** An event of an older release may lack packs or batches. */
export function toMedicineWithoutSales(
  state: MedicineState & { batches?: StockBatch[] },
): MedicineWithoutSales {
  const { _id, name, manufacturer, category, barcode, composition, unitPrice, mrp } = state
  const { currentStock, minStockLevel, expiryDate, version, batches = [] } = state
  const pack = { ...defaultPack, ...state }
  const { packSize, packWord, unitWord, packPrice = unitPrice, packMrp = mrp } = pack
  const { hsn, taxClass, schedule } = pack
  return {
    ...{ _id, name, manufacturer, category, barcode, composition, compositionKey: compositionKeyOf(state) },
    ...{ unitPrice, mrp, currentStock, minStockLevel, expiryDate, version },
    ...{ packSize, packWord, unitWord, packPrice, packMrp, hsn, taxClass, schedule },
    batches: counterBatchesOf(batches),
  }
}

export function createSearchStore(db: Knex) {
  /** The first to expire first. */
  async function listBatches(medicineIds: string[]): Promise<Map<string, CounterBatch[]>> {
    const rows: (CounterBatch & { medicineId: string })[] = await db('batches')
      .whereIn('medicine_id', medicineIds)
      .where({ status: 'available' })
      .where('stock', '>', 0)
      .orderBy(['stock_date', 'created_at', 'id'])
      .select(batchColumns)
    const own = Map.groupBy(rows, ({ medicineId }) => medicineId)
    const inRupees = ({ number, expiryDate, stock, ...paise }: CounterBatch): CounterBatch => ({
      ...{ number, expiryDate, stock },
      ...{ unitPrice: paiseToRupeesOrNull(paise.unitPrice), mrp: paiseToRupeesOrNull(paise.mrp) },
      packPrice: paiseToRupeesOrNull(paise.packPrice) ?? undefined,
      packMrp: paiseToRupeesOrNull(paise.packMrp) ?? undefined,
    })
    return new Map([...own].map(([id, batches]) => [id, batches.map(inRupees)]))
  }

  return {
    async *list(): AsyncGenerator<MedicineWithoutSales[]> {
      for (let after = ''; ; ) {
        const rows = await db('medicines')
          .where('sort_name', '>=', '')
          .where('id', '>', after)
          .orderBy('id')
          .limit(CHUNK)
          .select(columns)
        const batches = await listBatches(rows.map(({ _id }) => _id))
        yield rows.map((row) => fromRow(row, batches.get(row._id) ?? []))
        if (rows.length < CHUNK) return
        after = rows.at(-1)._id
      }
    },
    /** A reversal counts against the transaction that it undoes. */
    async trades(fromId: string, untilId: string, recordedBefore: Date): Promise<TradeSum[]> {
      const rows: (Pick<TradeSum, 'medicineId' | 'type'> & { effect: string; signs: string })[] =
        await withConversions(db('movements'))
          .where('movements.id', '>=', fromId)
          .where('movements.id', '<', untilId)
          .where('movements.created_at', '<', recordedBefore)
          .whereIn('type', ['sale', 'purchase'])
          .groupBy('medicine_id', 'type')
          .select('medicine_id as medicineId', 'type')
          .select({ effect: db.raw(sumOfUnits('effect')) })
          .select(db.raw('sum(case when effect > 0 then 1 else -1 end) as signs'))
      return rows.map(({ medicineId, type, effect, signs }) => {
        const direction = type === 'sale' ? -1 : 1
        return { medicineId, type, units: direction * Number(effect), count: direction * Number(signs) }
      })
    },
  }
}
