import {
  type CounterBatch,
  type CounterMedicine,
  defaultPack,
  fieldsShownIn,
  type PublishedMedicine,
  paiseToRupeesOrNull,
  type StockBatch,
} from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import type { Knex } from 'knex'
import { withPackPrices } from '../medicines/rules.ts'
import { columnsOf, pricesIn, sumOfUnits, withConversions } from '../medicines/store.ts'

export interface IndexedMedicine extends CounterMedicine {
  minStockLevel: number
  version: number
}

type MedicineWithoutSales = Omit<IndexedMedicine, 'sold' | 'usualSale' | 'usualPurchase'>

type Row = Omit<MedicineWithoutSales, 'compositionKey' | 'batches'>

const fields = [...fieldsShownIn('counter'), 'minStockLevel'] as const
/** Money in paise. */
const columns = { _id: 'id', ...columnsOf(fields), version: 'version' }

const batchColumns = {
  medicineId: 'medicine_id',
  number: 'batch_number',
  expiryDate: 'expiry_date',
  stock: 'stock',
  ...columnsOf(['unitPrice', 'mrp', 'packPrice', 'packMrp']),
}

const counterBatchesOf = (batches: StockBatch[]): CounterBatch[] =>
  batches
    .filter(({ status }) => status === 'available')
    .map(({ number, expiryDate, stock, unitPrice, mrp, packPrice, packMrp }) => ({
      number,
      expiryDate,
      stock,
      unitPrice,
      mrp,
      packPrice,
      packMrp,
    }))

const fromRow = (row: Row, batches: CounterBatch[]): MedicineWithoutSales => ({
  ...withPackPrices({ ...row, ...pricesIn(row) }),
  compositionKey: compositionKeyOf(row),
  batches,
})

export interface TradeSum {
  medicineId: string
  type: 'sale' | 'purchase'
  units: number
  count: number
}

const CHUNK = 1_000

/** Serves release 0.3, whose events have no pack fields. */
export function toMedicineWithoutSales(state: PublishedMedicine): MedicineWithoutSales {
  const { _id, version, unitPrice, mrp, packPrice = unitPrice, packMrp = mrp } = state
  const medicine = { ...defaultPack, ...state, packPrice, packMrp }
  const copied = Object.fromEntries(fields.map((field) => [field, medicine[field]]))
  return {
    ...(copied as Pick<typeof medicine, (typeof fields)[number]>),
    _id,
    version,
    compositionKey: compositionKeyOf(state),
    batches: counterBatchesOf(state.batches),
  }
}

export function createSearchStore(db: Knex) {
  /** Batches of each medicine, earliest expiry first. */
  async function listBatches(medicineIds: string[]): Promise<Map<string, CounterBatch[]>> {
    const rows: (CounterBatch & { medicineId: string })[] = await db('batches')
      .whereIn('medicine_id', medicineIds)
      .where({ status: 'available' })
      .where('stock', '>', 0)
      .orderBy(['stock_date', 'created_at', 'id'])
      .select(batchColumns)
    const own = Map.groupBy(rows, ({ medicineId }) => medicineId)
    const inRupees = ({ medicineId: _, ...batch }: (typeof rows)[number]): CounterBatch => ({
      ...batch,
      ...pricesIn(batch),
      packPrice: paiseToRupeesOrNull(batch.packPrice) ?? undefined,
      packMrp: paiseToRupeesOrNull(batch.packMrp) ?? undefined,
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
    /** Sums sales and purchases by medicine. A reversal is subtracted from its type. */
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
