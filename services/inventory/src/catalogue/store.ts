import {
  type Medicine,
  type MedicineCategory,
  type MedicineFilter,
  type MedicineSummary,
  medicineCategories,
  paiseToRupees,
  type StockLevel,
} from '@mms/contracts'
import type { Knex } from 'knex'
import type { MedicineRow } from '../medicines/store.ts'
import { type Criteria, createCatalogueQueries, type SortKey } from './queries.ts'

interface Page {
  rows: MedicineRow[]
  revision: number | undefined
}

type ExpiryDates = Pick<Criteria, 'earliest' | 'horizon'>

const REVISION = '(select revision from catalogue where id = 1) as revision'

export function createCatalogueStore(db: Knex) {
  const { listed, pageQuery, countQuery, stockLevelQuery } = createCatalogueQueries(db)

  const count = async (criteria: Criteria): Promise<number> => {
    const [row] = await countQuery(criteria).count({ count: '*' })
    return row.count
  }

  return {
    async addCosts(medicines: Medicine[]): Promise<Medicine[]> {
      const rows: { id: string; paise: number }[] = await db('medicines')
        .whereIn(
          'id',
          medicines.map(({ _id }) => _id),
        )
        .whereNotNull('cost_price_paise')
        .select('id', { paise: 'cost_price_paise' })
      const costs = new Map(rows.map(({ id, paise }) => [id, { costPrice: paiseToRupees(paise) }]))
      return medicines.map((medicine) => ({ ...medicine, ...costs.get(medicine._id) }))
    },
    list: (criteria: Criteria, after: SortKey | undefined, limit: number): Promise<MedicineRow[]> =>
      pageQuery(criteria, after, limit),
    async page(criteria: Criteria, after: SortKey | undefined, limit: number): Promise<Page> {
      const rows = await pageQuery(criteria, after, limit).select(db.raw(REVISION))
      return { rows, revision: rows[0]?.revision }
    },
    count,
    async summary(datesOf: (filter?: MedicineFilter) => ExpiryDates): Promise<MedicineSummary> {
      const countOf = (filter?: MedicineFilter) => count({ filter, category: undefined, ...datesOf(filter) })
      return {
        total: await countOf(),
        lowStock: await countOf('low-stock'),
        expiringSoon: await countOf('expiring'),
        expired: await countOf('expired'),
      }
    },
    async categories(): Promise<MedicineCategory[]> {
      const found = await Promise.all(
        medicineCategories.map((category) => listed().where({ category }).first('category')),
      )
      return found.flatMap((row) => row?.category ?? []).toSorted()
    },
    async isEmpty(): Promise<boolean> {
      return (await listed().first('id')) === undefined
    },
    async stockLevels(limit: number): Promise<StockLevel[]> {
      const rows = await stockLevelQuery(limit)
      return rows.map((row) => ({
        _id: row.id,
        name: row.name,
        currentStock: row.current_stock,
        minStockLevel: row.min_stock_level,
      }))
    },
    async revision(): Promise<number> {
      const row = await db('catalogue').where({ id: 1 }).first('revision')
      return row.revision
    },
    /** Invalidates cached counts and categories. */
    async moveRevision(): Promise<void> {
      await db('catalogue').where({ id: 1 }).increment('revision', 1)
    },
  }
}
