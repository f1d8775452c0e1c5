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

/** A medicine beside a row that names it; null where it is unknown. */
export interface JoinedMedicine {
  medicine_id: string
  medicine_name: string | null
  medicine_category: string | null
  medicine_gone: string | null
}

/**
 * The whole state, of a medicine whose state holds the word: parsing it tells for certain. To read every state for a
 * page of names costs more than the page.
 */
const GONE = `case when instr(medicines.state, '"deleted":true') > 0 then medicines.state end`
const isDeleted = (gone: string | null) => gone !== null && JSON.parse(gone).deleted === true

/** Columns of the table `medicines` for a query that joins it. */
export const joinedMedicine = (db: Knex) => ({
  medicine_name: 'medicines.name',
  medicine_category: 'medicines.category',
  medicine_gone: db.raw(GONE),
})

export function toShownMedicine(row: JoinedMedicine): ShownMedicine | undefined {
  const { medicine_id: id, medicine_name: name, medicine_category: category, medicine_gone: gone } = row
  if (name === null || category === null) return undefined
  return { id, name, category, deleted: isDeleted(gone) }
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
      const rows = await db('medicines')
        .whereIn('id', ids)
        .select({ id: 'id', name: 'name', category: 'category', gone: db.raw(GONE) })
      return rows.map(({ gone, ...shown }) => ({ ...shown, deleted: isDeleted(gone) }))
    },
  }
}
