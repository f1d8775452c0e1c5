import {
  describeField,
  isForAdmins,
  type Medicine,
  type MedicineField,
  type MedicineState,
  medicineFieldNames,
  paiseToRupeesOrNull,
  rupeesToPaise,
} from '@mms/contracts'
import { caseById, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type MedicineEdit, sortName, withPackPrices } from './rules.ts'

/** Names each value by its column; a missing one is null. */
export const toColumns = <Field extends string>(
  columns: Readonly<Record<Field, string>>,
  values: Readonly<Partial<Record<NoInfer<Field>, unknown>>>,
) =>
  Object.fromEntries(
    Object.entries<string>(columns).map(([field, column]) => [column, values[field as Field] ?? null]),
  )

const isMoney = (field: MedicineField) => describeField(field).kind === 'money'
const moneyFields = medicineFieldNames.filter(isMoney)

const columnOf = (field: MedicineField): string => {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isMoney(field) ? `${name}_paise` : name
}
export const columnsOf = (fields: readonly MedicineField[]) =>
  Object.fromEntries(fields.map((field) => [field, columnOf(field)]))

/** Maps fields to columns: `minStockLevel` is `min_stock_level`, and a price ends in `_paise`. */
export const medicineColumns = {
  _id: 'id',
  ...columnsOf(medicineFieldNames.filter((field) => !isForAdmins(field))),
  demandFactors: 'demand_factors',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

export const wholeColumns = {
  ...medicineColumns,
  ...columnsOf(medicineFieldNames.filter(isForAdmins)),
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

/** Converts the prices in a row from paise to rupees. */
export const pricesIn = <Row extends Partial<Record<MedicineField, unknown>>>(row: Row) => {
  const read = moneyFields.filter((field) => row[field] !== undefined)
  return Object.fromEntries(
    read.map((field) => [field, paiseToRupeesOrNull(row[field] as number | null)]),
  ) as Partial<Row>
}

const inRupees = <Row extends MedicineRow>(row: Row) => ({
  ...row,
  ...pricesIn(row),
  packPrice: paiseToRupeesOrNull(row.packPrice) ?? undefined,
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

/** Keeps pack prices as stored, so that undoing a purchase restores them exactly. */
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

const describingFields = medicineFieldNames.filter((field) => field !== 'currentStock')

/** An unknown price is null; `unitPrice` is always known. */
function storedValue(medicine: MedicineState, field: MedicineField) {
  const value = medicine[field] ?? null
  if (!isMoney(field)) return value
  return value || field === 'unitPrice' ? rupeesToPaise(Number(value)) : null
}

function describingColumns(medicine: MedicineState) {
  return {
    ...Object.fromEntries(describingFields.map((field) => [columnOf(field), storedValue(medicine, field)])),
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

/** An update that changes `count` rows, or fewer if some were changed by others. */
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

/** Joins the medicine as `converted` to movements older than its conversion from packs to units. */
export const withConversions = (movements: Knex.QueryBuilder): Knex.QueryBuilder =>
  movements.leftJoin('medicines as converted', (on) => {
    on.on('converted.id', 'movements.medicine_id').andOn('converted.counted_since', '>', 'movements.version')
  })

/** Sums a column in current units. The query needs `withConversions`. */
export const sumOfUnits = (column: string) => `sum(${column} * coalesce(converted.units_times, 1))`

export function createMedicineStore(db: Knex) {
  const guarded = ({ _id, version }: MedicineState) => db('medicines').where({ id: _id, version })
  const notDeleted = (ids: string[]) => db('medicines').whereIn('id', ids).whereNull('deleted_at')
  return {
    /** Leaves out cost prices. */
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
    /** False if the row has changed since `before` was read. */
    async update(before: MedicineState, after: MedicineState): Promise<boolean> {
      return (await guarded(before).update({ ...describingColumns(after), ...stockColumns(after) })) === 1
    },
  }
}

export function buildStockUpdate(db: Knex, changes: MedicineEdit[]): StockUpdate {
  const each = (pick: (change: MedicineEdit) => Knex.Value) =>
    caseById(
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
    id: first.before._id,
    version: first.before.version,
    columns: stockColumns(first.after),
  }
  const count = changes.length
  return { query, columns: Object.fromEntries(columns), count, only: more.length === 0 ? only : undefined }
}
