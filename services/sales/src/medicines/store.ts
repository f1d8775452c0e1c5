import type { MedicineState } from '@mms/contracts'
import { createReadModel, type ReadModelDefinition } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type KnownMedicine, knownMedicineSchema } from '../inventory/known-medicine.ts'

/** What is shown of a medicine beside its transactions. */
export interface ShownMedicine {
  id: string
  name: string
  category: string
  deleted: boolean
}

/** What the columns hold. */
const NAME_LENGTH = 200
const CATEGORY_LENGTH = 20
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** As inventory last told of them, and beside it what is shown with a transaction. */
export const knownMedicines: ReadModelDefinition<KnownMedicine> = {
  table: 'medicines',
  schema: knownMedicineSchema,
  columns: ({ name, category }) => ({
    name: fitting(name, NAME_LENGTH),
    category: fitting(category, CATEGORY_LENGTH),
  }),
}

export function createMedicineStore(db: Knex) {
  const model = createReadModel(db, knownMedicines)
  return {
    ...model,
    /** Whole, as inventory told them; unknown ones are left out. */
    findStates: async (ids: string[]) => (await model.find(ids)) as (KnownMedicine & MedicineState)[],
    /** What is shown of these medicines; unknown ones are left out. */
    async findShown(ids: string[]): Promise<ShownMedicine[]> {
      if (ids.length === 0) return []
      const rows = await db('medicines').whereIn('id', ids).select('id', 'name', 'category', 'state')
      return rows.map(({ state, ...shown }) => ({ ...shown, deleted: JSON.parse(state).deleted === true }))
    },
  }
}
