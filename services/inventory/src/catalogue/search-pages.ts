import { isLowStock, type Medicine, type MedicineSort } from '@mms/contracts'
import { decodeCursor, encodeCursor, LRUCache } from '@mms/service-kit'
import { z } from 'zod'
import { type MedicineRow, toMedicine } from '../medicines/store.ts'
import type { MedicineCopy, MedicineCopyReader } from './medicine-copy.ts'
import type { IndexedMedicine } from './search-store.ts'
import { sortPage } from './sort-order.ts'
import { isByExpiry, type MedicineCriteria } from './store.ts'

/** Maximum characters in the cache, enough for about 8,000 medicines. */
const MAX_CHARACTERS = 4_000_000

interface CachedJson {
  version: number
  json: string
}

/** Caches a medicine's JSON by version, which every visible change raises. */
export function createMedicineJson() {
  const cache = new LRUCache<string, CachedJson>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ json }) => json.length,
  })

  const find = (id: string, version: number): string | undefined => {
    const found = cache.get(id)
    return found?.version === version ? found.json : undefined
  }

  /** Leaves out `revision`, which belongs to the catalogue. */
  function write(row: MedicineRow & { revision?: number }): string {
    const found = find(row._id, row.version)
    if (found !== undefined) return found
    const { revision: _, ...medicine } = row
    const json = JSON.stringify(toMedicine(medicine))
    cache.set(row._id, { version: row.version, json })
    return json
  }

  return { find, write }
}
type MedicineJson = ReturnType<typeof createMedicineJson>

export const ROWS_PER_PIECE = 250

const cursorSchema = z.tuple([z.int().min(0), z.uuid()])

interface TextSearch {
  text: string
  criteria: MedicineCriteria
  after: string | undefined
}

interface SortedSearch extends TextSearch {
  sort: MedicineSort
}

interface SearchPagesOptions {
  medicines: Pick<MedicineCopyReader, 'read'>
  findRows: (ids: string[]) => Promise<MedicineRow[]>
  json: MedicineJson
}

const isFiltered = ({ filter, category }: MedicineCriteria): boolean =>
  filter !== undefined || category !== undefined

const matches =
  ({ filter, category, barcode, earliest, horizon }: MedicineCriteria) =>
  (medicine: IndexedMedicine): boolean => {
    if (category && medicine.category !== category) return false
    if (barcode && medicine.barcode !== barcode) return false
    if (filter === 'low-stock') return isLowStock(medicine)
    if (!isByExpiry(filter)) return true
    const { expiryDate, currentStock } = medicine
    return currentStock > 0 && expiryDate !== null && expiryDate >= earliest && expiryDate <= horizon
  }

type Index = MedicineCopy['index']

function findBest(index: Index, { text, criteria }: TextSearch, count: number) {
  const { items, total, kind } = index.find(text, isFiltered(criteria) ? Number.POSITIVE_INFINITY : count)
  if (!isFiltered(criteria)) return { found: items, total, kind }
  const found = items.filter(matches(criteria))
  return { found, total: found.length, kind }
}

function findPage(index: Index, search: TextSearch, limit: number) {
  if (search.after === undefined) return { ...findBest(index, search, limit + 1), start: 0 }
  const [position, id] = decodeCursor(search.after, cursorSchema)
  const best = findBest(index, search, position + 1 + limit + 1)
  if (best.found[position]?._id === id) return { ...best, start: position + 1 }
  const all = findBest(index, search, Number.POSITIVE_INFINITY)
  const at = all.found.findIndex((medicine) => medicine._id === id)
  return { ...all, start: at < 0 ? position : at + 1 }
}

function findAll(index: Index, search: TextSearch | SortedSearch) {
  const all = Number.POSITIVE_INFINITY
  if ('sort' in search) return findSorted(index, search, all).shown
  const { found, start } = findPage(index, search, all)
  return found.slice(start)
}

function findSorted(index: Index, { text, criteria, sort, after }: SortedSearch, limit: number) {
  const all = text === '' ? index.items() : index.find(text, Number.POSITIVE_INFINITY).items
  const found = all.filter(matches(criteria))
  return { ...sortPage(found, { sort, after }, limit), total: found.length }
}

export function createSearchPages({ medicines, findRows, json }: SearchPagesOptions) {
  async function writeAll(shown: readonly IndexedMedicine[]): Promise<string[]> {
    const kept = shown.map(({ _id, version }) => json.find(_id, version))
    const unread = shown.flatMap(({ _id }, at) => (kept[at] === undefined ? [_id] : []))
    const rows = unread.length === 0 ? [] : await findRows(unread)
    const read = new Map(rows.map((row) => [row._id, json.write(row)]))
    return shown.flatMap(({ _id }, at) => kept[at] ?? read.get(_id) ?? [])
  }

  return {
    async sortedPage(search: SortedSearch, limit: number) {
      const { index } = await medicines.read()
      const { shown, ...page } = findSorted(index, search, limit)
      return { ...page, json: `[${(await writeAll(shown)).join(',')}]` }
    },
    async page(search: TextSearch, limit: number) {
      const { index } = await medicines.read()
      const { found, total, kind, start } = findPage(index, search, limit)
      const shown = found.slice(start, start + limit)
      const last = shown.at(-1)
      const isMore = last && found.length > start + limit
      return {
        json: `[${(await writeAll(shown)).join(',')}]`,
        total,
        next: isMore ? encodeCursor([start + limit - 1, last._id]) : undefined,
        foundBy: total === 0 ? 'nothing' : kind,
      }
    },
    async *list(search: TextSearch | SortedSearch): AsyncGenerator<Medicine[]> {
      const { index } = await medicines.read()
      const ids = findAll(index, search).map(({ _id }) => _id)
      for (let from = 0; from < ids.length; from += ROWS_PER_PIECE) {
        const piece = ids.slice(from, from + ROWS_PER_PIECE)
        const byId = new Map((await findRows(piece)).map((row) => [row._id, toMedicine(row)]))
        yield piece.flatMap((id) => byId.get(id) ?? [])
      }
    },
  }
}
