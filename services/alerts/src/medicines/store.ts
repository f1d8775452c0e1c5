import { createReadModel, isBuilt, type ReadModelDefinition } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type InventoryMedicine, medicineSchema } from './schema.ts'

/** What the columns hold. */
const NAME_LENGTH = 200
const CATEGORY_LENGTH = 60
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** As inventory last published them, and beside it what is shown with an alert and what similar ones are found by. */
export const medicinesModel: ReadModelDefinition<InventoryMedicine> = {
  table: 'medicines',
  schema: medicineSchema,
  columns: ({ name, category, deleted }) => ({
    name: fitting(name, NAME_LENGTH),
    category: fitting(category, CATEGORY_LENGTH),
    deleted: Number(deleted),
  }),
}

/** What of a medicine matters to others of its category. */
export type MedicineStock = Pick<
  InventoryMedicine,
  '_id' | 'name' | 'category' | 'currentStock' | 'minStockLevel' | 'expiryDate'
>
const stockOf = (medicine: InventoryMedicine): MedicineStock => {
  const { _id, name, category, currentStock, minStockLevel, expiryDate } = medicine
  return { _id, name, category, currentStock, minStockLevel, expiryDate }
}
const PAGE = 500

export const feedName = 'inventory'

export function createMedicineStore(db: Knex) {
  const model = createReadModel(db, medicinesModel)
  const present = () => db('medicines').where({ deleted: false })
  const toStates = (states: string[]): InventoryMedicine[] => states.map((state) => JSON.parse(state))
  return {
    /** Deleted ones too; unknown ones are left out. */
    find: model.find,
    /** Those that are there, as far as others are judged by them: ten thousand whole ones would fill the memory. */
    async listStocks(): Promise<MedicineStock[]> {
      const stocks: MedicineStock[] = []
      for (let after = ''; ; ) {
        const rows = await present().where('id', '>', after).orderBy('id').limit(PAGE).select('id', 'state')
        stocks.push(...rows.map(({ state }) => stockOf(JSON.parse(state))))
        if (rows.length < PAGE) return stocks
        after = rows.at(-1).id
      }
    },
    /** Ids of those that are there, in order, after one. */
    listIds: (after: string, limit: number): Promise<string[]> =>
      present().where('id', '>', after).orderBy('id').limit(limit).pluck('id'),
    /** Deleted ones too; locked until the transaction ends. */
    async findLocked(ids: string[]): Promise<InventoryMedicine[]> {
      return toStates(await db('medicines').whereIn('id', ids).orderBy('id').forUpdate().pluck('state'))
    },
    async listOfCategories(categories: string[]): Promise<InventoryMedicine[]> {
      if (categories.length === 0) return []
      const wanted = [...new Set(categories.map((category) => fitting(category, CATEGORY_LENGTH)))]
      return toStates(await present().whereIn('category', wanted).orderBy('id').pluck('state'))
    },
    /** The names of those that are there; unknown and deleted ones are left out. */
    async findNames(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await present()
        .whereIn('id', [...new Set(ids)])
        .select('id', 'name')
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    /** Whether all that inventory has was ever received. */
    isBuilt: (): Promise<boolean> => isBuilt(db, feedName),
  }
}
