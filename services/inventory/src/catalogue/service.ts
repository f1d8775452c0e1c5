import {
  addDays,
  calendarDateSchema,
  expiryHorizon,
  isLowStock,
  type ListMedicinesQuery,
  type Medicine,
  type MedicineCategory,
  type MedicineFilter,
  type MedicineSummary,
  parseBarcode,
  type StockCover,
  type StockLevel,
} from '@mms/contracts'
import type { FoundBy } from '@mms/medicine-search'
import {
  createSharedReads,
  createVersionedCache,
  decodeCursor,
  encodeCursor,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { sortName } from '../medicines/rules.ts'
import { createMedicineStore, toMedicine } from '../medicines/store.ts'
import type { MedicineCopyReader } from './medicine-copy.ts'
import { createMedicineJson, createSearchPages, ROWS_PER_PIECE } from './search-pages.ts'
import type { IndexedMedicine } from './search-store.ts'
import { createCatalogueStore, isByExpiry, type MedicineCriteria, type SortKey } from './store.ts'

const SOLD_DAYS = 90

type Sold = Pick<IndexedMedicine, 'currentStock' | 'minStockLevel' | 'sold'>

function coverOf(medicine: Sold): keyof StockCover {
  const { currentStock, sold } = medicine
  if (currentStock === 0) return 'out'
  if (sold === 0) return isLowStock(medicine) ? 'unsoldLow' : 'unsold'
  const days = (currentStock * SOLD_DAYS) / sold
  if (days <= 7) return 'week'
  if (days <= 30) return 'month'
  return days <= 90 ? 'quarter' : 'longer'
}

export function countStockCover(medicines: readonly Sold[]): StockCover {
  const counts: StockCover = { out: 0, week: 0, month: 0, quarter: 0, longer: 0, unsoldLow: 0, unsold: 0 }
  for (const medicine of medicines) counts[coverOf(medicine)] += 1
  return counts
}

const STOCK_LEVELS = 10
const CACHED_TOTALS = 500

export interface MedicinePage {
  json: string
  total: number
  next: string | undefined
  foundBy?: FoundBy
}

const byName = z.tuple([z.string(), z.uuid()])
const byExpiry = z.tuple([calendarDateSchema, z.string(), z.uuid()])

function sortKey(
  { filter }: MedicineCriteria,
  medicine: Pick<Medicine, '_id' | 'name' | 'expiryDate'>,
): SortKey {
  const key = [sortName(medicine), medicine._id]
  return isByExpiry(filter) ? [medicine.expiryDate ?? '', ...key] : key
}

function expiryDates(filter: MedicineFilter | undefined, clock: StoreClock) {
  if (filter !== 'expired' && filter !== 'expiring') return { earliest: '', horizon: '' }
  const today = clock.today()
  if (filter === 'expired') return { earliest: '', horizon: addDays(today, -1) }
  return { earliest: today, horizon: expiryHorizon(today) }
}

async function* listByKey(
  store: ReturnType<typeof createCatalogueStore>,
  criteria: MedicineCriteria,
  after: SortKey | undefined,
): AsyncGenerator<Medicine[]> {
  for (let position = after; ; ) {
    const rows = await store.list(criteria, position, ROWS_PER_PIECE)
    yield rows.map(toMedicine)
    const end = rows.at(-1)
    if (rows.length < ROWS_PER_PIECE || !end) return
    position = sortKey(criteria, end)
  }
}

interface CatalogueServiceOptions {
  db: Knex
  clock: StoreClock
  medicines: Pick<MedicineCopyReader, 'read'>
}

export function createCatalogueService({ db, clock, medicines }: CatalogueServiceOptions) {
  const store = createCatalogueStore(db)
  const json = createMedicineJson()
  const found = createSearchPages({ medicines, json, findRows: createMedicineStore(db).findRows })
  const share = createSharedReads()
  const totals = createVersionedCache<number>(CACHED_TOTALS)
  const summaries = createVersionedCache<MedicineSummary>(1)
  const categories = createVersionedCache<MedicineCategory[]>(1)
  const version = async (revision?: number) => String(revision ?? (await store.revision()))

  const datesOf = (filter: MedicineFilter | undefined) => expiryDates(filter, clock)

  const criteriaOf = ({ filter, category, search = '' }: ListMedicinesQuery): MedicineCriteria => ({
    filter,
    category,
    barcode: parseBarcode(search) ?? undefined,
    ...datesOf(filter),
  })

  /** A barcode is matched exactly, not searched as text. An empty text lists everything. */
  const textOf = ({ search = '' }: ListMedicinesQuery) => (parseBarcode(search) ? '' : search)

  const afterOf = ({ filter, after }: ListMedicinesQuery): SortKey | undefined =>
    after === undefined ? undefined : decodeCursor(after, isByExpiry(filter) ? byExpiry : byName)

  async function totalOf(criteria: MedicineCriteria, revision: number | undefined): Promise<number> {
    return totals(await version(revision), JSON.stringify(criteria), () => store.count(criteria))
  }

  async function findPage(query: ListMedicinesQuery, limit: number): Promise<MedicinePage> {
    const criteria = criteriaOf(query)
    const text = textOf(query)
    const { sort, after: cursor } = query
    if (sort) return found.sortedPage({ text, criteria, sort, after: cursor }, limit)
    if (text !== '') return found.page({ text, criteria, after: cursor }, limit)
    const after = afterOf(query)
    const read = await store.page(criteria, after, limit + 1)
    const rows = read.rows.slice(0, limit)
    const lastShown = read.rows.length > limit ? rows.at(-1) : undefined
    const isAll = !after && !lastShown
    return {
      json: `[${rows.map(json.write).join(',')}]`,
      total: isAll ? rows.length : await totalOf(criteria, read.revision),
      next: lastShown && encodeCursor(sortKey(criteria, lastShown)),
    }
  }

  return {
    /**
     * Streams all matches: search results by relevance, expiring medicines by date, all others by name. No statement
     * stays open between chunks, however slow the reader is.
     */
    list(query: ListMedicinesQuery): AsyncGenerator<Medicine[]> {
      const search = { text: textOf(query), criteria: criteriaOf(query), after: query.after }
      if (query.sort) return found.list({ ...search, sort: query.sort })
      return search.text === '' ? listByKey(store, search.criteria, afterOf(query)) : found.list(search)
    },
    addCosts: store.addCosts,
    page(query: ListMedicinesQuery, limit: number): Promise<MedicinePage> {
      const key = JSON.stringify([query, limit, datesOf(query.filter)])
      return share(key, () => findPage(query, limit))
    },
    async summarize(): Promise<MedicineSummary> {
      return summaries(await version(), clock.today(), () => store.summary(datesOf))
    },
    async listCategories(): Promise<MedicineCategory[]> {
      return categories(await version(), '', () => store.categories())
    },
    listStockLevels: (): Promise<StockLevel[]> => store.stockLevels(STOCK_LEVELS),
    coverStock: async (): Promise<StockCover> => countStockCover((await medicines.read()).index.items()),
  }
}
export type CatalogueService = ReturnType<typeof createCatalogueService>
