import {
  addDays,
  DAY_MS,
  type ListTransactionsQuery,
  type SalesToday,
  type SummarizeTransactionsQuery,
  startOfStoreDay,
  storeDate,
  storeDayBounds,
  sumOf,
  type TransactionsSummary,
  type TransactionType,
} from '@mms/contracts'
import { createSharedReads, decodeCursor, encodeCursor, inTransaction, rupeesOfSum } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { toTransaction } from '../transactions/rules.ts'
import { createCalendarStore, createCountStore, type TypeSums } from './count-store.ts'
import {
  createHistoryStore,
  type HistoryPosition,
  type ListCriteria,
  needsTransactions,
} from './history-store.ts'
import { findTraded, netSums, sumTransactions } from './sum-store.ts'

const PAGE = 10_000

async function countAgain(trx: Knex.Transaction, timeZone: string): Promise<void> {
  const counts = createCountStore(trx, timeZone)
  const history = createHistoryStore(trx)
  await counts.removeAll()
  for (let after = ''; ; ) {
    const page = await history.completedAfter(after, PAGE)
    await counts.add(page)
    const lastCounted = page.at(-1)
    if (page.length < PAGE || !lastCounted) return
    after = lastCounted.id
  }
}

export async function prepareDailyCounts(db: Knex, timeZone: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const calendar = createCalendarStore(trx)
    if ((await calendar.lock(timeZone)) === timeZone) return
    await countAgain(trx, timeZone)
    await calendar.update(timeZone)
  })
}

const ROWS_PER_PIECE = 500
const PAID = new Set<TransactionType>(['purchase', 'return'])

const WEEK_DAYS = 7
const WEEK_MS = WEEK_DAYS * DAY_MS

const timeSchema = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31))
const cursorSchema = z.tuple([timeSchema, z.uuid()])

function criteriaOf(
  query: SummarizeTransactionsQuery & Pick<ListTransactionsQuery, 'status'>,
  timeZone: string,
): ListCriteria {
  const { type, medicineId, person, status, undone, startDate, endDate } = query
  return { type, medicineId, person, status, undone, startDate, endDate, ...storeDayBounds(query, timeZone) }
}

function positionOf(after: string | undefined): HistoryPosition | undefined {
  if (after === undefined) return undefined
  const [createdAt, id] = decodeCursor(after, cursorSchema)
  return { createdAt: new Date(createdAt), id }
}

type Listed = Awaited<ReturnType<ReturnType<typeof createHistoryStore>['rows']>>[number]
const toShown = ({ record, medicine }: Listed) => toTransaction(record, medicine)

/** Sums transactions for one medicine or person or without undone ones, and daily counts for everything else. */
function createSums(db: Knex, timeZone: string) {
  const counts = createCountStore(db, timeZone)
  /** Daily counts do not show which adjustments were undone. With both directions the transactions are summed. */
  const sumAdjustments = async (criteria: ListCriteria, days: TypeSums): Promise<TypeSums> => {
    if (days.units_in === 0 || days.units_out === 0) return days
    return (await sumTransactions(db, { ...criteria, type: 'adjustment' }))[0] ?? days
  }
  return async (criteria: ListCriteria): Promise<TypeSums[]> => {
    if (needsTransactions(criteria)) return sumTransactions(db, criteria)
    const rows = await counts.sum(criteria)
    return Promise.all(
      rows.map(async (row) => (row.type === 'adjustment' ? sumAdjustments(criteria, row) : netSums(row))),
    )
  }
}

export function createHistory(db: Knex, timeZone: string) {
  const store = createHistoryStore(db)
  const sum = createSums(db, timeZone)
  const share = createSharedReads()

  async function findPage({ limit, ...query }: ListTransactionsQuery & { limit: number }) {
    const { after } = query
    // One extra row shows whether there is a next page.
    const found = await store.page(criteriaOf(query, timeZone), limit + 1, positionOf(after))
    const page = found.transactions.slice(0, limit)
    const lastShown = found.transactions.length > limit ? page.at(-1)?.record : undefined
    return {
      json: JSON.stringify(page.map(toShown)),
      total: found.total,
      next: lastShown && encodeCursor([lastShown.createdAt.getTime(), lastShown.id]),
    }
  }

  /** No statement stays open between chunks, however slow the reader is. */
  async function* piecesFrom(first: Listed[], criteria: ListCriteria) {
    for (let piece = first; ; ) {
      yield piece.map(toShown)
      const end = piece.at(-1)
      if (piece.length < ROWS_PER_PIECE || !end) return
      piece = await store.rows(criteria, ROWS_PER_PIECE, end.record)
    }
  }

  return {
    async summarize(query: SummarizeTransactionsQuery): Promise<TransactionsSummary> {
      const rows = await sum(criteriaOf(query, timeZone))
      const total = (name: 'completed' | 'units_in' | 'units_out') => sumOf(rows.map((row) => row[name]))
      const rupees = (isPart: (type: TransactionType) => boolean) =>
        rupeesOfSum(rows.filter(({ type }) => isPart(type)).map(({ paise }) => paise))
      return {
        count: total('completed'),
        unitsIn: total('units_in'),
        unitsOut: total('units_out'),
        rupeesIn: rupees((type) => type === 'sale'),
        rupeesOut: rupees((type) => PAID.has(type)),
      }
    },
    /** Figures of today so far, and of the same part of the day a week ago. */
    async readToday(now = new Date()): Promise<SalesToday> {
      const date = storeDate(timeZone, now)
      const before = addDays(date, -WEEK_DAYS)
      const then = new Date(now.getTime() - WEEK_MS)
      const [figures, { people: _, ...weekBefore }] = await Promise.all([
        // Until the end of the day, because the newest transaction may have this very millisecond.
        findTraded(db, startOfStoreDay(date, timeZone), startOfStoreDay(addDays(date, 1), timeZone)),
        findTraded(db, startOfStoreDay(before, timeZone), then),
      ])
      return { date, ...figures, weekBefore: { date: before, ...weekBefore } }
    },
    /** Concurrent requests for the same page share one query. */
    read: (query: ListTransactionsQuery & { limit: number }) =>
      share(JSON.stringify(query), () => findPage(query)),
    async readAll({ after, ...query }: ListTransactionsQuery) {
      const criteria = criteriaOf(query, timeZone)
      const { transactions, total } = await store.page(criteria, ROWS_PER_PIECE, positionOf(after))
      return { pages: piecesFrom(transactions, criteria), total }
    },
  }
}
export type History = ReturnType<typeof createHistory>
