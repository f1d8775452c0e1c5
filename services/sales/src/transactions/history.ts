import { addDays, type ListTransactionsQuery, startOfStoreDay, type Transaction } from '@mms/contracts'
import { decodeCursor, encodeCursor } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { createCountStore } from './count-store.ts'
import { type Criteria, createHistoryStore, type Position } from './history-store.ts'
import { toTransaction } from './rules.ts'

export interface HistoryPage {
  transactions: Transaction[]
  /** How many the whole list has. */
  total: number
  /** Where the next page begins; undefined on the last. */
  next: string | undefined
}

/** A list that asks for no page gets so many; the history only ever grows. */
const LARGEST_PAGE = 1_000
const LAST_DATE = '9999-12-31'

/** Milliseconds and id of the last row shown. */
const cursorSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])

function criteriaOf({ type, startDate, endDate }: ListTransactionsQuery, timeZone: string): Criteria {
  return {
    type,
    from: startDate === undefined ? undefined : startOfStoreDay(startDate, timeZone),
    until:
      endDate === undefined || endDate === LAST_DATE
        ? undefined
        : startOfStoreDay(addDays(endDate, 1), timeZone),
  }
}

function positionOf(after: string | undefined): Position | undefined {
  if (after === undefined) return undefined
  const [createdAt, id] = decodeCursor(after, cursorSchema)
  return { createdAt: new Date(createdAt), id }
}

/** The transactions of a store, newest first. */
export function createHistory({ db, timeZone }: { db: Knex; timeZone: string }) {
  const store = createHistoryStore(db)
  const counts = createCountStore(db, timeZone)
  const medicines = createMedicineStore(db)

  async function readPage(query: ListTransactionsQuery, criteria: Criteria) {
    const { limit = LARGEST_PAGE, after } = query
    // One more than asked for tells whether there is a next page.
    const records = await store.list(criteria, limit + 1, positionOf(after))
    const page = records.slice(0, limit)
    const last = records.length > limit ? page.at(-1) : undefined
    return { page, next: last && encodeCursor([last.createdAt.getTime(), last.id]) }
  }

  return {
    async read(query: ListTransactionsQuery): Promise<HistoryPage> {
      const criteria = criteriaOf(query, timeZone)
      const [{ page, next }, completed, pending] = await Promise.all([
        readPage(query, criteria),
        counts.count(query),
        store.countPending(criteria),
      ])
      const ids = new Set(page.map(({ medicineId }) => medicineId))
      const shown = new Map((await medicines.findShown([...ids])).map((medicine) => [medicine.id, medicine]))
      const transactions = page.map((record) => toTransaction(record, shown.get(record.medicineId)))
      return { transactions, total: completed + pending, next }
    },
  }
}
export type History = ReturnType<typeof createHistory>
