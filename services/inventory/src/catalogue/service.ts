import {
  addDays,
  calendarDateSchema,
  expiryHorizon,
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
import { searchKey, sortName } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { Pieces } from '../search/service.ts'
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
}

const byName = z.tuple([z.string(), z.uuid()])
const byExpiry = z.tuple([calendarDateSchema, z.string(), z.uuid()])

function sortKey({ filter }: Criteria, medicine: Medicine): SortKey {
  const key = [sortName(medicine), medicine._id]
  return isByExpiry(filter) ? [medicine.expiryDate ?? '', ...key] : key
}

/** What a count depends on; by which candidates it was found does not change it. */
const countKey = ({ candidates: _, ...criteria }: Criteria) => `count ${JSON.stringify(criteria)}`

export interface CatalogueServiceOptions {
  db: Knex
  clock: StoreClock
  pieces: Pick<Pieces, 'candidates'>
  json: MedicineJson
}

export function createCatalogueService({ db, clock, pieces, json }: CatalogueServiceOptions) {
  const store = createCatalogueStore(db)
  const readPage = createPageReader({ store, json, findRows: createMedicineStore(db).findRows })
  const share = createSharedReads()
  const cache = createRevisionCache()

  const lastExpired = () => addDays(clock.today(), -1)
  const horizonOf = (filter: MedicineFilter | undefined) => {
    if (filter === 'expired') return lastExpired()
    return filter === 'expiring' ? expiryHorizon(clock.today()) : ''
  }

  const criteriaOf = async ({ filter, category, search: typed }: ListMedicinesQuery): Promise<Criteria> => {
    const barcode = parseBarcode(typed ?? '') ?? undefined
    const search = typed && !barcode ? searchKey(typed) : undefined
    return {
      filter,
      category,
      search,
      candidates: await pieces.candidates(search),
      barcode,
      horizon: horizonOf(filter),
    }
  }

  const afterOf = ({ filter, after }: ListMedicinesQuery): SortKey | undefined =>
    after === undefined ? undefined : decodeCursor(after, isByExpiry(filter) ? byExpiry : byName)

  async function totalOf(criteria: Criteria, revision: number | undefined): Promise<number> {
    // Looked up anew: the candidates of this page may be older than the revision that the count is kept for.
    const count = async () =>
      store.count({ ...criteria, candidates: await pieces.candidates(criteria.search) })
    return cache.get(countKey(criteria), revision ?? (await store.revision()), count)
  }

  async function findPage(key: string, query: ListMedicinesQuery, limit: number): Promise<MedicinePage> {
    const criteria = await criteriaOf(query)
    const after = afterOf(query)
    const { medicines, revision } = await readPage({ key, criteria, after, limit: limit + 1 })
    const last = medicines.length > limit ? medicines[limit - 1] : undefined
    const isAll = !after && !last
    return {
      json: `[${medicines.slice(0, limit).join(',')}]`,
      total: isAll ? medicines.length : await totalOf(criteria, revision),
      next: last && encodeCursor(sortKey(criteria, JSON.parse(last))),
    }
  }

  return {
    /** All medicines that fit, in the order of their names (expiring ones: the most urgent first). */
    async list(query: ListMedicinesQuery): Promise<Medicine[]> {
      return store.list(await criteriaOf(query), afterOf(query))
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
