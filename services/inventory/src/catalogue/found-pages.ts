import { isLowStock, type Medicine, type MedicineSort } from '@mms/contracts'
import { decodeCursor, encodeCursor } from '@mms/service-kit'
import { z } from 'zod'
import type { MedicineJson } from '../medicines/json.ts'
import { type MedicineRow, toMedicine } from '../medicines/store.ts'
import type { MedicineCopy, Medicines } from './medicine-copy.ts'
import type { IndexedMedicine } from './search-store.ts'
import { sortPage } from './sort-order.ts'
import { type Criteria, isByExpiry } from './store.ts'

export const PIECE = 250

const cursorSchema = z.tuple([z.int().min(0), z.uuid()])

export interface AskedText {
  text: string
  criteria: Criteria
  after: string | undefined
}

export interface AskedSort extends AskedText {
  sort: MedicineSort
}

export interface FoundPagesOptions {
  medicines: Pick<Medicines, 'read'>
  findRows: (ids: string[]) => Promise<MedicineRow[]>
  json: MedicineJson
}

const isFiltered = ({ filter, category }: Criteria): boolean => filter !== undefined || category !== undefined

const fits =
  ({ filter, category, barcode, earliest, horizon }: Criteria) =>
  (medicine: IndexedMedicine): boolean => {
    if (category && medicine.category !== category) return false
    if (barcode && medicine.barcode !== barcode) return false
    if (filter === 'low-stock') return isLowStock(medicine)
    if (!isByExpiry(filter)) return true
    const { expiryDate, currentStock } = medicine
    return currentStock > 0 && expiryDate !== null && expiryDate >= earliest && expiryDate <= horizon
  }

type Index = MedicineCopy['index']

function findBest(index: Index, { text, criteria }: AskedText, count: number) {
  const { items, total, kind } = index.find(text, isFiltered(criteria) ? Number.POSITIVE_INFINITY : count)
  if (!isFiltered(criteria)) return { found: items, total, kind }
  const found = items.filter(fits(criteria))
  return { found, total: found.length, kind }
}

function findPage(index: Index, asked: AskedText, limit: number) {
  if (asked.after === undefined) return { ...findBest(index, asked, limit + 1), start: 0 }
  const [place, id] = decodeCursor(asked.after, cursorSchema)
  const best = findBest(index, asked, place + 1 + limit + 1)
  if (best.found[place]?._id === id) return { ...best, start: place + 1 }
  const all = findBest(index, asked, Number.POSITIVE_INFINITY)
  const at = all.found.findIndex((medicine) => medicine._id === id)
  return { ...all, start: at < 0 ? place : at + 1 }
}

function findAll(index: Index, asked: AskedText | AskedSort) {
  const all = Number.POSITIVE_INFINITY
  if ('sort' in asked) return findSorted(index, asked, all).shown
  const { found, start } = findPage(index, asked, all)
  return found.slice(start)
}

function findSorted(index: Index, { text, criteria, sort, after }: AskedSort, limit: number) {
  const all = text === '' ? index.items() : index.find(text, Number.POSITIVE_INFINITY).items
  const found = all.filter(fits(criteria))
  return { ...sortPage(found, { sort, after }, limit), total: found.length }
}

export function createFoundPages({ medicines, findRows, json }: FoundPagesOptions) {
  async function writeAll(shown: readonly IndexedMedicine[]): Promise<string[]> {
    const kept = shown.map(({ _id, version }) => json.find(_id, version))
    const unread = shown.flatMap(({ _id }, at) => (kept[at] === undefined ? [_id] : []))
    const rows = unread.length === 0 ? [] : await findRows(unread)
    const read = new Map(rows.map((row) => [row._id, json.write(row)]))
    return shown.flatMap(({ _id }, at) => kept[at] ?? read.get(_id) ?? [])
  }

  return {
    async sortedPage(asked: AskedSort, limit: number) {
      const { index } = await medicines.read()
      const { shown, ...page } = findSorted(index, asked, limit)
      return { ...page, json: `[${(await writeAll(shown)).join(',')}]` }
    },
    async page(asked: AskedText, limit: number) {
      const { index } = await medicines.read()
      const { found, total, kind, start } = findPage(index, asked, limit)
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
    async *list(asked: AskedText | AskedSort): AsyncGenerator<Medicine[]> {
      const { index } = await medicines.read()
      const ids = findAll(index, asked).map(({ _id }) => _id)
      for (let from = 0; from < ids.length; from += PIECE) {
        const piece = ids.slice(from, from + PIECE)
        const byId = new Map((await findRows(piece)).map((row) => [row._id, toMedicine(row)]))
        yield piece.flatMap((id) => byId.get(id) ?? [])
      }
    },
  }
}
