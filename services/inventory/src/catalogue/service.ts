import {
  addDays,
  calendarDateSchema,
  expiryHorizon,
  type FoundBy,
  type ListMedicinesQuery,
  type Medicine,
  type MedicineCategory,
  type MedicineFilter,
  type MedicineSummary,
  parseBarcode,
  type StockLevel,
} from '@mms/contracts'
import { createSharedReads, decodeCursor, encodeCursor, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { MedicineJson } from '../medicines/json-cache.ts'
import { sortName } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { Medicines } from '../search/medicine-copy.ts'
import { createFoundPages } from './found-pages.ts'
import { createPageReader } from './page-reader.ts'
import { type Criteria, isByExpiry, type SortKey } from './queries.ts'
import { createRevisionCache } from './revision-cache.ts'
import { createCatalogueStore } from './store.ts'

/** Bars of the dashboard's stock chart. */
const STOCK_LEVELS = 10

export interface MedicinePage {
  /** The medicines, as the JSON of an array. */
  json: string
  /** How many medicines all pages hold. */
  total: number
  /** Cursor of the next page. */
  next: string | undefined
  /** What the best match of a text fits by. */
  foundBy?: FoundBy
}

const byName = z.tuple([z.string(), z.uuid()])
const byExpiry = z.tuple([calendarDateSchema, z.string(), z.uuid()])

function sortKey({ filter }: Criteria, medicine: Medicine): SortKey {
  const key = [sortName(medicine), medicine._id]
  return isByExpiry(filter) ? [medicine.expiryDate ?? '', ...key] : key
}

export interface CatalogueServiceOptions {
  db: Knex
  clock: StoreClock
  medicines: Pick<Medicines, 'read'>
  json: MedicineJson
}

export function createCatalogueService({ db, clock, medicines, json }: CatalogueServiceOptions) {
  const store = createCatalogueStore(db)
  const { findRows } = createMedicineStore(db)
  const readPage = createPageReader({ store, json, findRows })
  const found = createFoundPages({ medicines, json, findRows })
  const share = createSharedReads()
  const cache = createRevisionCache()

  const lastExpired = () => addDays(clock.today(), -1)
  const horizonOf = (filter: MedicineFilter | undefined) => {
    if (filter === 'expired') return lastExpired()
    return filter === 'expiring' ? expiryHorizon(clock.today()) : ''
  }

  const criteriaOf = ({ filter, category, search = '' }: ListMedicinesQuery): Criteria => ({
    filter,
    category,
    barcode: parseBarcode(search) ?? undefined,
    horizon: horizonOf(filter),
  })

  /** What is typed to be found by the index; a barcode is looked up, and no text lists all. */
  const textOf = ({ search = '' }: ListMedicinesQuery) => (parseBarcode(search) ? '' : search)

  const afterOf = ({ filter, after }: ListMedicinesQuery): SortKey | undefined =>
    after === undefined ? undefined : decodeCursor(after, isByExpiry(filter) ? byExpiry : byName)

  async function totalOf(criteria: Criteria, revision: number | undefined): Promise<number> {
    const key = `count ${JSON.stringify(criteria)}`
    return cache.get(key, revision ?? (await store.revision()), () => store.count(criteria))
  }

  async function findPage(key: string, query: ListMedicinesQuery, limit: number): Promise<MedicinePage> {
    const criteria = criteriaOf(query)
    const text = textOf(query)
    if (text !== '') return found.page({ text, criteria, after: query.after }, limit)
    const after = afterOf(query)
    const { medicines: rows, revision } = await readPage({ key, criteria, after, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const isAll = !after && !last
    return {
      json: `[${rows.slice(0, limit).join(',')}]`,
      total: isAll ? rows.length : await totalOf(criteria, revision),
      next: last && encodeCursor(sortKey(criteria, JSON.parse(last))),
    }
  }

  return {
    /**
     * All medicines that fit: those that a text finds the best first, else in the order of their names, and expiring
     * ones the most urgent first.
     */
    async list(query: ListMedicinesQuery): Promise<Medicine[]> {
      const [criteria, text] = [criteriaOf(query), textOf(query)]
      if (text !== '') return found.list({ text, criteria, after: query.after })
      return store.list(criteria, afterOf(query))
    },
    /** One page of the same; those who ask for it at the same time share one reading. */
    page(query: ListMedicinesQuery, limit: number): Promise<MedicinePage> {
      const key = JSON.stringify([query, limit, horizonOf(query.filter)])
      return share(key, () => findPage(key, query, limit))
    },
    async summarize(): Promise<MedicineSummary> {
      const horizon = expiryHorizon(clock.today())
      const count = () => store.summary(horizon, lastExpired())
      return cache.get(`summary ${horizon}`, await store.revision(), count)
    },
    async listCategories(): Promise<MedicineCategory[]> {
      return cache.get('categories', await store.revision(), () => store.categories())
    },
    listStockLevels: (): Promise<StockLevel[]> => store.stockLevels(STOCK_LEVELS),
  }
}
export type CatalogueService = ReturnType<typeof createCatalogueService>
