import type { PublishedMedicine } from '@mms/contracts'
import { createReadModel, createSharedFind, type Logger, type ReadModelDefinition } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type InventoryMedicine, medicineSchema } from '../inventory/client.ts'

export interface ShownMedicine {
  id: string
  name: string
  category: string
  deleted: boolean
}

/** The change from packs to units at stock version `since`. Units of earlier movements are multiplied by `times`. */
export interface Conversion {
  since: number
  times: number
  at: string
}

export interface PricedMedicine extends ShownMedicine {
  unitPrice: number
  mrp: number | null
  packSize: number | null
  conversion: Conversion | null
}

type CountedState = Pick<PublishedMedicine, 'countedSince' | 'unitsTimes' | 'countedAt'>
const conversionOf = ({ countedSince: since, unitsTimes: times, countedAt: at }: CountedState) =>
  since && times && at ? { since, times, at } : null

const NAME_LENGTH = 200
const CATEGORY_LENGTH = 20
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** Stores the published state, plus the columns shown with transactions. */
export const medicinesModel: ReadModelDefinition<InventoryMedicine> = {
  table: 'medicines',
  schema: medicineSchema,
  columns: ({ name, category }) => ({
    name: fitting(name, NAME_LENGTH),
    category: fitting(category, CATEGORY_LENGTH),
  }),
}

export interface JoinedMedicine {
  medicineId: string
  medicineName: string | null
  medicineCategory: string | null
  medicineGone: string | null
}

/** Parses only states that contain the word. Parsing all of them would cost more than the rest of the query. */
const GONE = `case when instr(medicines.state, '"deleted":true') > 0 then medicines.state end`
const isDeleted = (gone: string | null) => gone !== null && JSON.parse(gone).deleted === true

export const joinedMedicine = (db: Knex) => ({
  medicineName: 'medicines.name',
  medicineCategory: 'medicines.category',
  medicineGone: db.raw(GONE),
})

export function toShownMedicine(row: JoinedMedicine): ShownMedicine | undefined {
  const { medicineId: id, medicineName: name, medicineCategory: category, medicineGone: gone } = row
  if (name === null || category === null) return undefined
  return { id, name, category, deleted: isDeleted(gone) }
}

export function createMedicineStore(db: Knex) {
  const model = createReadModel(db, medicinesModel)
  return {
    ...model,
    findStates: async (ids: string[]) => (await model.find(ids)) as (InventoryMedicine & PublishedMedicine)[],
    async findConversion(id: string): Promise<Conversion | null> {
      return (await this.findPriced([id]))[0]?.conversion ?? null
    },
    async findPriced(ids: string[]): Promise<PricedMedicine[]> {
      if (ids.length === 0) return []
      const rows = await db('medicines').whereIn('id', ids).select('id', 'name', 'category', 'state')
      return rows.map(({ state, ...shown }) => {
        const { deleted = false, unitPrice = 0, mrp = null, packSize = null, ...counted } = JSON.parse(state)
        const conversion = conversionOf(counted)
        return { ...shown, deleted: deleted === true, unitPrice, mrp, packSize, conversion }
      })
    },
  }
}

/** Concurrent lookups share a query. Returns undefined on failure, because a sale must still be answered. */
export function createMedicineLookup(db: Knex, log: Logger) {
  const find = createSharedFind(async (ids) => {
    const medicines = await createMedicineStore(db).findPriced(ids)
    return new Map(medicines.map((medicine) => [medicine.id, medicine]))
  })
  return (id: string): Promise<PricedMedicine | undefined> =>
    find(id).catch((error: unknown) => {
      log.warn({ err: error, medicineId: id }, 'medicine not looked up')
      return undefined
    })
}
export type MedicineLookup = ReturnType<typeof createMedicineLookup>
