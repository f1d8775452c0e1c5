import {
  type ListTransactionsQuery,
  paiseToRupees,
  type SummarizeTransactionsQuery,
  storeDayBounds,
  type Transaction,
  type TransactionsSummary,
  type TransactionType,
} from '@mms/contracts'
import { decodeCursor, encodeCursor } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { toTransaction } from '../transactions/rules.ts'
import { sumUnsummedDays } from './count-days.ts'
import { createCountStore } from './count-store.ts'
import { type Criteria, createHistoryStore, type Position } from './history-store.ts'
import { createSumStore } from './sum-store.ts'

export interface HistoryPage {
  transactions: Transaction[]
  /** How many the whole list has. */
  total: number
  /** Where the next page begins; undefined on the last. */
  next: string | undefined
}

/** A list that asks for no page gets so many; the history only ever grows. */
const LARGEST_PAGE = 1_000
/** What a store pays for. */
const PAID = new Set<TransactionType>(['purchase', 'return'])

/** Milliseconds and id of the last row shown. */
const cursorSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])

function criteriaOf({ type, medicineId, ...days }: SummarizeTransactionsQuery, timeZone: string): Criteria {
  return { type, medicineId, ...storeDayBounds(days, timeZone) }
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
  const sums = createSumStore(db)
  const medicines = createMedicineStore(db)

  async function readPage(query: ListTransactionsQuery, criteria: Criteria) {
    const { limit = LARGEST_PAGE, after } = query
    // One more than asked for tells whether there is a next page.
    const records = await store.list(criteria, limit + 1, positionOf(after))
    const page = records.slice(0, limit)
    const last = records.length > limit ? page.at(-1) : undefined
    return { page, next: last && encodeCursor([last.createdAt.getTime(), last.id]) }
  }

  /** The sums by type: of one medicine from its transactions, else from the days. */
  async function sum(query: SummarizeTransactionsQuery, criteria: Criteria) {
    if (query.medicineId) return sums.sum(criteria)
    await sumUnsummedDays(db, timeZone, query)
    return counts.sum(query)
  }

  async function countCompleted(query: SummarizeTransactionsQuery, criteria: Criteria): Promise<number> {
    if (!query.medicineId) return counts.count(query)
    const rows = await sums.sum(criteria)
    return rows.reduce((total, { completed }) => total + completed, 0)
  }

  return {
    async summarize(query: SummarizeTransactionsQuery): Promise<TransactionsSummary> {
      const rows = await sum(query, criteriaOf(query, timeZone))
      const total = (amountOf: (row: (typeof rows)[number]) => number) =>
        rows.reduce((before, row) => before + amountOf(row), 0)
      return {
        count: total((row) => row.completed),
        unitsIn: total((row) => row.units_in),
        unitsOut: total((row) => row.units_out),
        rupeesIn: paiseToRupees(total((row) => (row.type === 'sale' ? row.paise : 0))),
        rupeesOut: paiseToRupees(total((row) => (PAID.has(row.type) ? row.paise : 0))),
      }
    },
    async read(query: ListTransactionsQuery): Promise<HistoryPage> {
      const criteria = criteriaOf(query, timeZone)
      const [{ page, next }, completed, pending] = await Promise.all([
        readPage(query, criteria),
        countCompleted(query, criteria),
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
