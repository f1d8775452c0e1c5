import {
  type DemandFactors,
  type LotBatch,
  packPriceOf,
  paiseToRupees,
  paiseToRupeesOrNull,
  receivedBatchesSchema,
  receivedFactorsSchema,
  rupeesToPaise,
} from '@mms/contracts'
import { chunksOf, newestOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createDueStore } from '../due/store.ts'

/** Lenient, because inventory adds categories and fields, and display data must not stop the projection. */
export const publishedMedicineSchema = z.object({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  category: z.string().catch(''),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  packSize: z.int().min(1).catch(1),
  packPrice: z.number().min(0).nullish().catch(null),
  costPrice: z.number().min(0).nullish().catch(null),
  packCost: z.number().min(0).nullish().catch(null),
  expiryDate: z.iso.date().nullable().catch(null),
  batches: receivedBatchesSchema,
  demandFactors: receivedFactorsSchema,
  deleted: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type PublishedMedicine = z.output<typeof publishedMedicineSchema>

const NAME_LENGTH = 200
const CATEGORY_LENGTH = 60
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** Stored as null, because most medicines follow neither season nor climate. */
const noFactors: DemandFactors = receivedFactorsSchema.parse(undefined)
const toFactors = (text: string | null): DemandFactors => (text === null ? noFactors : JSON.parse(text))

/** Null if all batches have the medicine's own date, price and cost. */
function batchesColumn({ batches, expiryDate, costPrice, packCost }: PublishedMedicine): string | null {
  const inStock = (batches ?? []).filter(({ stock }) => stock > 0)
  const isPlain = ({ status, expiryDate: date, unitPrice, ...own }: LotBatch) =>
    status === 'available' &&
    date === expiryDate &&
    unitPrice == null &&
    (own.costPrice ?? costPrice) === costPrice &&
    (own.packCost ?? packCost) === packCost
  return inStock.every(isPlain) ? null : JSON.stringify(inStock)
}
const toBatches = (text: string | null): LotBatch[] | null => (text === null ? null : JSON.parse(text))

const toRow = (medicine: PublishedMedicine) => {
  const { seasonal, climateDependent } = medicine.demandFactors
  return {
    id: medicine._id,
    name: fitting(medicine.name, NAME_LENGTH),
    category: fitting(medicine.category, CATEGORY_LENGTH),
    min_stock: medicine.minStockLevel,
    price_paise: rupeesToPaise(medicine.unitPrice),
    pack_size: medicine.packSize,
    pack_price_paise: medicine.packPrice == null ? null : rupeesToPaise(medicine.packPrice),
    cost_paise: medicine.costPrice == null ? null : rupeesToPaise(medicine.costPrice),
    pack_cost_paise: medicine.packCost == null ? null : rupeesToPaise(medicine.packCost),
    expiry_date: medicine.expiryDate,
    batches: batchesColumn(medicine),
    factors: seasonal || climateDependent ? JSON.stringify(medicine.demandFactors) : null,
    deleted: medicine.deleted,
    version: medicine.version,
  }
}

type JoinedRow = Row & Record<'stock' | 'added' | 'removed', number | null>

const toMedicine = (row: JoinedRow) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  category: row.category,
  minStockLevel: row.min_stock,
  unitPrice: paiseToRupees(row.price_paise),
  packSize: row.pack_size,
  packPrice: packPriceOf(
    paiseToRupeesOrNull(row.pack_price_paise),
    paiseToRupees(row.price_paise),
    row.pack_size,
  ),
  costPrice: paiseToRupeesOrNull(row.cost_paise),
  packCost: packPriceOf(
    paiseToRupeesOrNull(row.pack_cost_paise),
    paiseToRupees(row.cost_paise ?? 0),
    row.pack_size,
  ),
  expiryDate: row.expiry_date,
  batches: toBatches(row.batches),
  factors: toFactors(row.factors),
  deleted: Boolean(row.deleted),
  currentStock: row.stock ?? 0,
  added: row.added ?? 0,
  removed: row.removed ?? 0,
})
/** Prices are in rupees; a pack cost of zero is unknown. */
export type Medicine = ReturnType<typeof toMedicine>

const forecastColumns = ['category', 'factors', 'deleted'] as const
type Row = ReturnType<typeof toRow>

const isForecastAlike = (row: Row, before: Row | undefined) =>
  before !== undefined &&
  row.category === before.category &&
  row.factors === before.factors &&
  row.deleted === Boolean(before.deleted)

export function createMedicineStore(db: Knex) {
  async function saveChunk(states: PublishedMedicine[]): Promise<void> {
    const ids = states.map(({ _id }) => _id)
    const known = await db('medicines')
      .whereIn('id', ids)
      .select('id', 'version', ...forecastColumns)
    const before = new Map(known.map((row) => [row.id, row]))
    const news = states.filter(({ _id, version }) => version > (before.get(_id)?.version ?? 0)).map(toRow)
    if (news.length === 0) return
    await db('medicines').insert(news).onConflict('id').merge()
    const changed = news.filter((row) => !isForecastAlike(row, before.get(row.id)))
    await createDueStore(db).mark(changed.map(({ id }) => id))
  }

  const withStock = (): Knex.QueryBuilder =>
    db('medicines as m')
      .leftJoin('stock_heads as h', 'h.medicine_id', 'm.id')
      .select('m.*', 'h.stock', 'h.added', 'h.removed')

  return {
    async save(states: PublishedMedicine[]): Promise<void> {
      for (const chunk of chunksOf(newestOf(states))) await saveChunk(chunk)
    },
    async list(): Promise<Medicine[]> {
      return (await withStock().orderBy(['m.name', 'm.id'])).map(toMedicine)
    },
    async findSome(ids: readonly string[]): Promise<Medicine[]> {
      const present = withStock().where({ deleted: false })
      return (await present.whereIn('m.id', [...ids])).map(toMedicine)
    },
    async find(id: string): Promise<Medicine | undefined> {
      const row = await withStock().where({ 'm.id': id }).first()
      return row && toMedicine(row)
    },
  }
}
