import {
  type Medicine,
  type MedicineCategory,
  type MedicineFilter,
  type MedicineSummary,
  medicineCategories,
  paiseToRupees,
  paiseToRupeesOrNull,
  type StockLevel,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { withPackPrices } from '../medicines/rules.ts'
import { columnsOf, type MedicineRow, medicineColumns } from '../medicines/store.ts'

export interface MedicineCriteria {
  filter: MedicineFilter | undefined
  category: MedicineCategory | undefined
  barcode?: string | undefined
  earliest: string
  horizon: string
}

export type SortKey = string[]

export const isByExpiry = (filter: MedicineFilter | undefined) =>
  filter === 'expiring' || filter === 'expired'

function orderOf({ filter }: Pick<MedicineCriteria, 'filter'>): string[] {
  return isByExpiry(filter) ? ['expiry_date', 'sort_name', 'id'] : ['sort_name', 'id']
}

/** A plain range on the first column uses the index. The rest is a CASE, because an OR makes MariaDB sort. */
function whereAfter(query: Knex.QueryBuilder, columns: string[], values: SortKey): void {
  const [first = '', second = '', third] = columns
  const [a = '', b = '', c = ''] = values
  query.where(first, '>=', a)
  if (third === undefined) {
    query.whereRaw('case when ?? > ? or ?? > ? then 1 else 0 end = 1', [first, a, second, b])
  } else {
    const later = '?? > ? or ?? > ? or (?? = ? and ?? > ?)'
    query.whereRaw(`case when ${later} then 1 else 0 end = 1`, [first, a, second, b, second, b, third, c])
  }
}

/** A test checks on both databases that each query uses an index. */
export function createCatalogueQueries(db: Knex) {
  /** Deleted medicines have no `sort_name`, so this index range excludes them. */
  const listed = () => db('medicines').where('sort_name', '>=', '')

  const matching = (
    { filter, category, barcode, earliest, horizon }: MedicineCriteria,
    query: Knex.QueryBuilder,
  ) => {
    if (filter === 'low-stock') query.where('low_stock', 1)
    // Without stock nothing can expire.
    if (isByExpiry(filter)) query.where('expiry_date', '<=', horizon).where('current_stock', '>', 0)
    if (earliest) query.where('expiry_date', '>=', earliest)
    if (category) query.where({ category })
    if (barcode) query.where({ living_barcode: barcode })
    return query
  }

  const pageQuery = (
    criteria: MedicineCriteria,
    after: SortKey | undefined,
    limit: number,
  ): Knex.QueryBuilder => {
    const order = orderOf(criteria)
    const all = after && order[0] === 'sort_name' ? db('medicines') : listed()
    const earliest = after ? '' : criteria.earliest
    const query = matching({ ...criteria, earliest }, all).orderBy(order)
    if (after) whereAfter(query, order, after)
    return query.limit(limit).select(medicineColumns)
  }

  const countQuery = (criteria: MedicineCriteria): Knex.QueryBuilder => {
    const { filter, category, barcode } = criteria
    // Counts by the smallest index that excludes deleted medicines.
    const all = () => db('medicines').where('stock_ratio', '>=', 0)
    return filter || category || barcode ? matching(criteria, listed()) : all()
  }

  const stockLevelQuery = (limit: number): Knex.QueryBuilder =>
    db('medicines')
      .where('stock_ratio', '>=', 0)
      .orderBy(['stock_ratio', 'id'])
      .limit(limit)
      .select({ _id: 'id', ...columnsOf(['name', 'currentStock', 'minStockLevel']) })

  return { listed, pageQuery, countQuery, stockLevelQuery }
}

interface Page {
  rows: MedicineRow[]
  revision: number | undefined
}

type ExpiryDates = Pick<MedicineCriteria, 'earliest' | 'horizon'>

const REVISION = '(select revision from catalogue where id = 1) as revision'

export function createCatalogueStore(db: Knex) {
  const { listed, pageQuery, countQuery, stockLevelQuery } = createCatalogueQueries(db)

  const count = async (criteria: MedicineCriteria): Promise<number> => {
    const [row] = await countQuery(criteria).count({ count: '*' })
    return row.count
  }

  return {
    async addCosts(medicines: Medicine[]): Promise<Medicine[]> {
      const rows: { id: string; paise: number; pack: number | null }[] = await db('medicines')
        .whereIn(
          'id',
          medicines.map(({ _id }) => _id),
        )
        .whereNotNull('cost_price_paise')
        .select('id', { paise: 'cost_price_paise', pack: 'pack_cost_paise' })
      const costOf = (row: (typeof rows)[number]) => ({
        costPrice: paiseToRupees(row.paise),
        packCost: paiseToRupeesOrNull(row.pack),
      })
      const costs = new Map(rows.map((row) => [row.id, costOf(row)]))
      return medicines.map((medicine) => withPackPrices({ ...medicine, ...costs.get(medicine._id) }))
    },
    list: (criteria: MedicineCriteria, after: SortKey | undefined, limit: number): Promise<MedicineRow[]> =>
      pageQuery(criteria, after, limit),
    async page(criteria: MedicineCriteria, after: SortKey | undefined, limit: number): Promise<Page> {
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
    stockLevels: (limit: number): Promise<StockLevel[]> => stockLevelQuery(limit),
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
