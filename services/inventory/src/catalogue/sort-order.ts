import type { MedicineSort } from '@mms/contracts'
import { firstMatchesInOrder } from '@mms/medicine-search'
import { decodeCursor, encodeCursor } from '@mms/service-kit'
import { z } from 'zod'
import { sortName } from '../medicines/rules.ts'
import type { IndexedMedicine } from './search-store.ts'

type SortPosition = [value: string | number, name: string, id: string]
/** A cursor is only valid for its own sort. */
const cursorSchema = (sort: MedicineSort) =>
  z.tuple([z.union([z.string(), z.number()]), z.string(), z.uuid(), z.literal(sort)])

/** Medicines that never expire come last in both directions. */
const NO_DATE = { up: '9999-12-32', down: '' }

const names = new WeakMap<IndexedMedicine, string>()

function nameOf(medicine: IndexedMedicine): string {
  const name = names.get(medicine) ?? sortName(medicine)
  names.set(medicine, name)
  return name
}

function sortedBy(medicine: IndexedMedicine, sort: MedicineSort): string | number {
  const { currentStock, unitPrice, expiryDate } = medicine
  if (sort.endsWith('stock')) return currentStock
  if (sort.endsWith('price')) return unitPrice
  if (sort.endsWith('expiry')) return expiryDate ?? (sort === 'expiry' ? NO_DATE.up : NO_DATE.down)
  return nameOf(medicine)
}

const positionOf = (medicine: IndexedMedicine, sort: MedicineSort): SortPosition => [
  sortedBy(medicine, sort),
  nameOf(medicine),
  medicine._id,
]

const compareValues = <Value extends string | number>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0

function comparePositions(a: SortPosition, b: SortPosition, sort: MedicineSort): number {
  const byValue = compareValues(a[0], b[0]) * (sort.startsWith('-') ? -1 : 1)
  return byValue || compareValues(a[1], b[1]) || compareValues(a[2], b[2])
}

export function sortPage(
  medicines: readonly IndexedMedicine[],
  { sort, after }: { sort: MedicineSort; after: string | undefined },
  limit: number,
) {
  const start = after === undefined ? undefined : decodeCursor(after, cursorSchema(sort))
  const positions = new Map<IndexedMedicine, SortPosition>()
  for (const medicine of medicines) {
    const position = positionOf(medicine, sort)
    if (!start || comparePositions(position, [start[0], start[1], start[2]], sort) > 0)
      positions.set(medicine, position)
  }
  const compare = (a: IndexedMedicine, b: IndexedMedicine) =>
    comparePositions(positions.get(a) as SortPosition, positions.get(b) as SortPosition, sort)
  const shown = firstMatchesInOrder([...positions.keys()], limit, compare)
  const end = shown.at(-1)
  const isMore = end && positions.size > limit
  return { shown, next: isMore ? encodeCursor([...positionOf(end, sort), sort]) : undefined }
}
