import type { MedicineCategory, MedicineFilter } from '@mms/contracts'
import type { Knex } from 'knex'
import { medicineColumns } from '../medicines/store.ts'

export interface Criteria {
  filter: MedicineFilter | undefined
  category: MedicineCategory | undefined
  barcode?: string | undefined
  earliest: string
  horizon: string
}

export type SortKey = string[]

export const isByExpiry = (filter: MedicineFilter | undefined) =>
  filter === 'expiring' || filter === 'expired'

export function orderOf({ filter }: Pick<Criteria, 'filter'>): string[] {
  return isByExpiry(filter) ? ['expiry_date', 'sort_name', 'id'] : ['sort_name', 'id']
}

/** Planners use a plain range on the first column; the rest is a CASE, because an OR makes MariaDB sort. */
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

const emptiest = (db: Knex, limit: number) =>
  db('medicines')
    .where('stock_ratio', '>=', 0)
    .orderBy(['stock_ratio', 'id'])
    .limit(limit)
    .select('id', 'name', 'current_stock', 'min_stock_level')

/** Each query is answered from an index; a test reads the plans of both databases. */
export function createCatalogueQueries(db: Knex) {
  /** Excludes deleted medicines by an index range. */
  const listed = () => db('medicines').where('sort_name', '>=', '')

  const matching = ({ filter, category, barcode, earliest, horizon }: Criteria, query: Knex.QueryBuilder) => {
    if (filter === 'low-stock') query.where('low_stock', 1)
    // Only stock on the shelf can expire.
    if (isByExpiry(filter)) query.where('expiry_date', '<=', horizon).where('current_stock', '>', 0)
    if (earliest) query.where('expiry_date', '>=', earliest)
    if (category) query.where({ category })
    if (barcode) query.where({ living_barcode: barcode })
    return query
  }

  const pageQuery = (criteria: Criteria, after: SortKey | undefined, limit: number): Knex.QueryBuilder => {
    const order = orderOf(criteria)
    const all = after && order[0] === 'sort_name' ? db('medicines') : listed()
    const earliest = after ? '' : criteria.earliest
    const query = matching({ ...criteria, earliest }, all).orderBy(order)
    if (after) whereAfter(query, order, after)
    return query.limit(limit).select(medicineColumns)
  }

  const countQuery = (criteria: Criteria): Knex.QueryBuilder => {
    const { filter, category, barcode } = criteria
    // The narrowest index without deleted medicines.
    const all = () => db('medicines').where('stock_ratio', '>=', 0)
    return filter || category || barcode ? matching(criteria, listed()) : all()
  }

  return { listed, pageQuery, countQuery, stockLevelQuery: (limit: number) => emptiest(db, limit) }
}
