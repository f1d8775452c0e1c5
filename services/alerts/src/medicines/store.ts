import { receivedBatchesSchema, receivedFactorsSchema } from '@mms/contracts'
import { createReadModel, isBuilt, lockAcrossNodes, type ReadModelDefinition } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { saltsIn } from '../rules/category.ts'

/** Loose, so that new fields and values of later releases do not stop the projection. */
export const medicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  composition: z.string().nullish().catch(null),
  category: z.string().catch(''),
  currentStock: z.int(),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  expiryDate: z.iso.date().nullable().catch(null),
  batches: receivedBatchesSchema,
  demandFactors: receivedFactorsSchema,
  unitsTimes: z.int().nullish().catch(null),
  countedAt: z.string().nullish().catch(null),
  deleted: z.boolean().catch(false),
})
export type InventoryMedicine = z.output<typeof medicineSchema>

const NAME_LENGTH = 200
const CATEGORY_LENGTH = 60
const SALTS_LENGTH = 200
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

const saltsColumn = (medicine: Pick<InventoryMedicine, 'name' | 'composition'>) =>
  saltsIn(medicine)?.slice(0, SALTS_LENGTH) ?? ''

/** Stores the published state, plus columns for display and for finding similar medicines. */
export const medicinesModel: ReadModelDefinition<InventoryMedicine> = {
  table: 'medicines',
  schema: medicineSchema,
  columns: ({ name, composition, category, deleted }) => ({
    name: fitting(name, NAME_LENGTH),
    salts: saltsColumn({ name, composition }),
    category: fitting(category, CATEGORY_LENGTH),
    deleted: Number(deleted),
  }),
}

type MedicineStock = Pick<
  InventoryMedicine,
  '_id' | 'name' | 'composition' | 'category' | 'currentStock' | 'minStockLevel' | 'expiryDate' | 'batches'
>
const stockOf = (medicine: InventoryMedicine): MedicineStock => {
  const { _id, name, composition, category, currentStock, minStockLevel, expiryDate, batches } = medicine
  return { _id, name, composition, category, currentStock, minStockLevel, expiryDate, batches }
}
const PAGE = 500

export const feedName = 'inventory'

const toStates = (states: string[]): InventoryMedicine[] => states.map((state) => JSON.parse(state))

async function lockStates(db: Knex, rows: () => Knex.QueryBuilder): Promise<InventoryMedicine[]> {
  await lockAcrossNodes(db, rows())
  return toStates(await rows().orderBy('id').forUpdate().pluck('state'))
}

export function createMedicineStore(db: Knex) {
  const model = createReadModel(db, medicinesModel)
  const present = () => db('medicines').where({ deleted: false })
  return {
    find: model.find,
    /** Only the fields needed for comparison, because ten thousand whole medicines would take too much memory. */
    async listStocks(): Promise<MedicineStock[]> {
      const stocks: MedicineStock[] = []
      for (let after = ''; ; ) {
        const rows = await present().where('id', '>', after).orderBy('id').limit(PAGE).select('id', 'state')
        stocks.push(...rows.map(({ state }) => stockOf(JSON.parse(state))))
        if (rows.length < PAGE) return stocks
        after = rows.at(-1).id
      }
    },
    listIds: (after: string, limit: number): Promise<string[]> =>
      present().where('id', '>', after).orderBy('id').limit(limit).pluck('id'),
    /** Includes deleted medicines. Locks them until the transaction ends. */
    async findLocked(ids: string[]): Promise<InventoryMedicine[]> {
      return lockStates(db, () => db('medicines').whereIn('id', ids))
    },
    /** Locks the medicines until the transaction ends. */
    async lockSameSalts(medicines: InventoryMedicine[]): Promise<InventoryMedicine[]> {
      const salts = new Set(medicines.map(saltsColumn).filter((text) => text !== ''))
      if (salts.size === 0) return []
      return lockStates(db, () => present().whereIn('salts', [...salts]))
    },
    async listSimilar(medicines: InventoryMedicine[]): Promise<InventoryMedicine[]> {
      if (medicines.length === 0) return []
      const categories = medicines.map(({ category }) => fitting(category, CATEGORY_LENGTH))
      const salts = medicines.map(saltsColumn).filter((text) => text !== '')
      const isSimilar = (query: Knex.QueryBuilder) =>
        void query.whereIn('category', [...new Set(categories)]).orWhereIn('salts', [...new Set(salts)])
      return toStates(await present().where(isSimilar).orderBy('id').pluck('state'))
    },
    async findNames(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await present()
        .whereIn('id', [...new Set(ids)])
        .select('id', 'name')
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    isBuilt: (): Promise<boolean> => isBuilt(db, feedName),
  }
}
