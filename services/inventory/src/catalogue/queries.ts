import type { MedicineCategory, MedicineFilter } from '@mms/contracts'
import type { Knex } from 'knex'
import { medicineColumns } from '../medicines/store.ts'
import { nameRange } from '../search/rules.ts'

/** Which medicines a list shows. */
export interface Criteria {
  filter: MedicineFilter | undefined
  category: MedicineCategory | undefined
  /** Lower-case text that the name, manufacturer or category contains. */
  search: string | undefined
  /** Ids of all that may contain it where the name does not begin with it; without them, all texts are read. */
  candidates?: string[] | undefined
  /** The code that the medicine's pack has. */
  barcode?: string | undefined
  /** Last expiry date that counts as "expiring", or as "expired". */
  horizon: string
}

/** What a list filters, sorts and searches by. */
const comparedColumns = [
  'id',
  'sort_name',
  'search_text',
  'category',
  'low_stock',
  'expiry_date',
  'living_barcode',
]

/** Sort key of a medicine: the values of the columns of `orderOf`. */
export type SortKey = string[]

/** Whether a list is about expiry, and in its order. */
export const isByExpiry = (filter: MedicineFilter | undefined) =>
  filter === 'expiring' || filter === 'expired'

export function orderOf({ filter }: Pick<Criteria, 'filter'>): string[] {
  return isByExpiry(filter) ? ['expiry_date', 'sort_name', 'id'] : ['sort_name', 'id']
}

/** The columns of an order, under the names that they have beside the rows they were found in. */
const foundColumns = (order: string[]) => Object.fromEntries(order.map((name) => [`found_${name}`, name]))

/**
 * A plain range on the first column, because planners take no more than that from an index, and then the
 * rest as a CASE, because an OR tempts MariaDB to merge two indexes and sort.
 */
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

/**
 * The queries behind lists, cards and charts. Each is answered from an index made for it; a test reads the
 * plans that both databases make for them.
 */
export function createCatalogueQueries(db: Knex) {
  /** What is not deleted, as a range of an index. */
  const listed = () => db('medicines').where('sort_name', '>=', '')

  const matching = ({ filter, category, search, barcode, horizon }: Criteria, query: Knex.QueryBuilder) => {
    if (filter === 'low-stock') query.where('low_stock', 1)
    if (isByExpiry(filter)) query.where('expiry_date', '<=', horizon)
    if (category) query.where({ category })
    if (barcode) query.where({ living_barcode: barcode })
    // Not LIKE: this takes %, _ and \ literally.
    if (search) query.whereRaw('instr(search_text, ?) > 0', [search])
    return query
  }

  /** What contains a search: names that begin with it lie in order; of the others, candidates are compared. */
  const named = (search: string) => db('medicines').whereBetween('sort_name', nameRange(search))
  const proposed = (ids: string[]) => {
    const rows = db('medicines').whereIn('id', ids).whereNotNull('sort_name').select(comparedColumns)
    // The limit keeps planners from taking another index than that of the ids.
    return db.from(rows.limit(ids.length).as('candidates'))
  }

  const pageQuery = (
    criteria: Criteria,
    after?: SortKey,
    limit?: number,
    columns: readonly string[] = medicineColumns,
  ): Knex.QueryBuilder => {
    const order = orderOf(criteria)
    const part = (rows: Knex.QueryBuilder) => {
      const query = matching(criteria, rows).orderBy(order)
      if (after) whereAfter(query, order, after)
      return limit === undefined ? query : query.limit(limit)
    }
    const { search, candidates } = criteria
    const all = after && order[0] === 'sort_name' ? db('medicines') : listed()
    if (!search) return part(all).select(columns)
    const found = foundColumns(order)
    // Find the ids in the index first: a planner may else fetch every row to look into its text.
    const idsOf = (rows: Knex.QueryBuilder) => part(rows).select(found).as('found')
    const page = (rows: Knex.QueryBuilder) => {
      // Sorted by what was found: to sort what it is joined with, MariaDB writes that to a file.
      const query = db('medicines').join(rows, 'found_id', 'id').orderBy(Object.keys(found)).select(columns)
      return limit === undefined ? query : query.limit(limit)
    }
    if (!candidates) return page(idsOf(all))
    if (candidates.length === 0) return page(idsOf(named(search)))
    const either = db.select(Object.keys(found)).from(idsOf(proposed(candidates)))
    return page(either.union(db.select(Object.keys(found)).from(idsOf(named(search)))).as('found'))
  }

  const countQuery = (criteria: Criteria): Knex.QueryBuilder => {
    const { filter, category, search, candidates, barcode } = criteria
    if (search && candidates) {
      const others = candidates.length > 0 ? proposed(candidates) : db('medicines').whereRaw('1 = 0')
      const notNamed = matching(criteria, others.whereNotBetween('sort_name', nameRange(search)))
      const either = notNamed.select('id').unionAll(matching(criteria, named(search)).select('id'))
      return db.from(either.as('found'))
    }
    // Its index is the narrowest that lacks the deleted ones.
    const all = () => db('medicines').where('stock_ratio', '>=', 0)
    return filter || category || search || barcode ? matching(criteria, listed()) : all()
  }

  return { listed, pageQuery, countQuery, stockLevelQuery: (limit: number) => emptiest(db, limit) }
}
