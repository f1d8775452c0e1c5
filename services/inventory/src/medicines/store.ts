import {
  type Medicine,
  type MedicineState,
  paiseToRupees,
  paiseToRupeesOrNull,
  rupeesToPaise,
} from '@mms/contracts'
import { byId, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type MedicineEdit, sortName, withPackPrices } from './rules.ts'

/** Prices in paise. */
export const medicineColumns = {
  _id: 'id',
  name: 'name',
  category: 'category',
  manufacturer: 'manufacturer',
  barcode: 'barcode',
  composition: 'composition',
  currentStock: 'current_stock',
  minStockLevel: 'min_stock_level',
  unitPrice: 'unit_price_paise',
  mrp: 'mrp_paise',
  packSize: 'pack_size',
  packWord: 'pack_word',
  unitWord: 'unit_word',
  packPrice: 'pack_price_paise',
  packMrp: 'pack_mrp_paise',
  hsn: 'hsn',
  taxClass: 'tax_class',
  schedule: 'schedule',
  expiryDate: 'expiry_date',
  demandFactors: 'demand_factors',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Omit<Medicine, 'costPrice' | 'packCost'>, string>

export const wholeColumns = {
  ...medicineColumns,
  costPrice: 'cost_price_paise',
  packCost: 'pack_cost_paise',
}
export const stateColumns = {
  ...wholeColumns,
  stockVersion: 'stock_version',
  deletedAt: 'deleted_at',
  countedSince: 'counted_since',
  unitsTimes: 'units_times',
  countedAt: 'counted_at',
}

export type MedicineRow = Omit<Medicine, 'demandFactors'> & { demandFactors: string }

const toPaise = (rupees: number | null | undefined) => (rupees ? rupeesToPaise(rupees) : null)

const inRupees = <Row extends MedicineRow>(row: Row) => ({
  ...row,
  unitPrice: paiseToRupees(row.unitPrice),
  mrp: paiseToRupeesOrNull(row.mrp),
  packPrice: paiseToRupeesOrNull(row.packPrice) ?? undefined,
  packMrp: paiseToRupeesOrNull(row.packMrp),
  ...(row.costPrice !== undefined && {
    costPrice: paiseToRupeesOrNull(row.costPrice),
    packCost: paiseToRupeesOrNull(row.packCost),
  }),
  demandFactors: JSON.parse(row.demandFactors),
  createdAt: toInstant(row.createdAt),
  updatedAt: toInstant(row.updatedAt),
})

export const toMedicine = <Row extends MedicineRow>(row: Row) => withPackPrices(inRupees(row))

export type StateRow = MedicineRow &
  Pick<MedicineState, 'stockVersion' | 'countedSince' | 'unitsTimes'> & {
    deletedAt: unknown
    countedAt: unknown
  }

/** Keeps the pack's prices as stored, so that an undone purchase gives them back. */
export const toStoredState = ({
  deletedAt,
  countedSince,
  unitsTimes,
  countedAt,
  ...row
}: StateRow): MedicineState => ({
  ...inRupees(row),
  deleted: deletedAt !== null,
  ...(countedAt !== null && { countedSince, unitsTimes, countedAt: toInstant(countedAt) }),
})

export const toState = (row: StateRow): MedicineState => withPackPrices(toStoredState(row))

function describingColumns(medicine: MedicineState) {
  return {
    name: medicine.name,
    category: medicine.category,
    manufacturer: medicine.manufacturer,
    barcode: medicine.barcode,
    composition: medicine.composition,
    min_stock_level: medicine.minStockLevel,
    unit_price_paise: rupeesToPaise(medicine.unitPrice),
    mrp_paise: toPaise(medicine.mrp),
    cost_price_paise: toPaise(medicine.costPrice),
    pack_size: medicine.packSize,
    pack_word: medicine.packWord,
    unit_word: medicine.unitWord,
    pack_price_paise: toPaise(medicine.packPrice),
    pack_mrp_paise: toPaise(medicine.packMrp),
    pack_cost_paise: toPaise(medicine.packCost),
    hsn: medicine.hsn,
    tax_class: medicine.taxClass,
    schedule: medicine.schedule,
    expiry_date: medicine.expiryDate,
    demand_factors: JSON.stringify(medicine.demandFactors),
    sort_name: medicine.deleted ? null : sortName(medicine),
    deleted_at: medicine.deleted ? new Date(medicine.updatedAt) : null,
    counted_since: medicine.countedSince ?? null,
    units_times: medicine.unitsTimes ?? null,
    counted_at: medicine.countedAt ? new Date(medicine.countedAt) : null,
  }
}

function stockColumns(medicine: MedicineState) {
  return {
    current_stock: medicine.currentStock,
    stock_version: medicine.stockVersion,
    version: medicine.version,
    updated_at: new Date(medicine.updatedAt),
  }
}

type StockColumn = keyof ReturnType<typeof stockColumns>

/** Sets `columns` of `count` medicines if they are unchanged. */
export interface StockUpdate {
  query: Knex.QueryBuilder
  columns: Record<string, Knex.Raw>
  count: number
  only?: MedicineChange | undefined
}

export interface MedicineChange {
  id: string
  version: number
  columns: Record<string, Knex.Value>
}

const toRow = (medicine: MedicineState) => ({
  id: medicine._id,
  ...describingColumns(medicine),
  ...stockColumns(medicine),
  created_at: new Date(medicine.createdAt),
})

export async function listMedicineNames(db: Knex, ids: string[]): Promise<Map<string, string>> {
  const rows: { id: string; name: string }[] = await db('medicines').whereIn('id', ids).select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Joins `converted`, if the medicine is counted in units since a movement. */
export const withConversions = (movements: Knex.QueryBuilder): Knex.QueryBuilder =>
  movements.leftJoin('medicines as converted', (on) => {
    on.on('converted.id', 'movements.medicine_id').andOn('converted.counted_since', '>', 'movements.version')
  })

/** In units of now. */
export const sumOfUnits = (column: string) => `sum(${column} * coalesce(converted.units_times, 1))`

export function createMedicineStore(db: Knex) {
  const guarded = ({ _id, version }: MedicineState) => db('medicines').where({ id: _id, version })
  const notDeleted = (ids: string[]) => db('medicines').whereIn('id', ids).whereNull('deleted_at')
  return {
    /** Without cost prices. */
    findRows: (ids: string[]): Promise<MedicineRow[]> => notDeleted(ids).select(medicineColumns),
    async find(ids: string[]): Promise<Medicine[]> {
      return (await notDeleted(ids).select(wholeColumns)).map(toMedicine)
    },
    async lock(id: string): Promise<MedicineState | undefined> {
      return (await this.lockAll([id])).get(id)
    },
    /** Locks in the order of ids to avoid deadlocks. */
    async lockAll(ids: string[]): Promise<Map<string, MedicineState>> {
      const rows = await db('medicines')
        .whereIn('id', [...new Set(ids)])
        .whereNull('deleted_at')
        .orderBy('id')
        .forUpdate()
        .select(stateColumns)
      return new Map(rows.map((row) => [row._id, toState(row)]))
    },
    async nameByBarcode(barcode: string, exceptId: string): Promise<string | undefined> {
      const found = db('medicines').where({ living_barcode: barcode }).whereNot({ id: exceptId })
      return (await found.first('name'))?.name
    },
    async exists(id: string): Promise<boolean> {
      return (await db('medicines').where({ id }).first('id')) !== undefined
    },
    async listStates(after: string, limit: number): Promise<MedicineState[]> {
      const rows = await db('medicines')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select(stateColumns)
      return rows.map(toState)
    },
    async insert(medicines: MedicineState[]): Promise<void> {
      await db('medicines').insert(medicines.map(toRow))
    },
    /** False if the row is no longer `before`. */
    async update(before: MedicineState, after: MedicineState): Promise<boolean> {
      return (await guarded(before).update({ ...describingColumns(after), ...stockColumns(after) })) === 1
    },
  }
}

export function stockUpdate(db: Knex, changes: MedicineEdit[]): StockUpdate {
  const each = (pick: (change: MedicineEdit) => Knex.Value) =>
    byId(
      db,
      changes.map((change) => [change.after._id, pick(change)]),
      'medicines.id',
    )
  const names = Object.keys(stockColumns(changes[0]?.after as MedicineState)) as StockColumn[]
  const columns = names.map((name) => [name, each(({ after }) => stockColumns(after)[name])])
  const query = db('medicines')
    .whereIn(
      'medicines.id',
      changes.map(({ after }) => after._id),
    )
    .where(
      'medicines.version',
      each(({ before }) => before.version),
    )
  const [first, ...more] = changes
  const only = first && {
    ...{ id: first.before._id, version: first.before.version },
    columns: stockColumns(first.after),
  }
  const count = changes.length
  return { query, columns: Object.fromEntries(columns), count, only: more.length === 0 ? only : undefined }
}
