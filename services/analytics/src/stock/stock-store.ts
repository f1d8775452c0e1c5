import { addUp, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { StockHead } from './head-store.ts'
import { type LedgerDay, ledgerKeys, ledgerSums, OPENING } from './ledger.ts'
import { type DayUnits, dailyChanges, type StockDay, type StockFacts, stockDaysOf } from './stock-days.ts'

type FactRow = { medicine_id: string; day: string; units_in: number; units_out: number }
const toUnits = (row: FactRow): DayUnits => ({
  day: row.day,
  unitsIn: Number(row.units_in),
  unitsOut: Number(row.units_out),
})
const factColumns = ['medicine_id', 'day', 'units_in', 'units_out']

async function findFacts(db: Knex, heads: StockHead[]): Promise<Map<string, StockFacts>> {
  const ids = heads.map(({ medicineId }) => medicineId)
  const ledger: FactRow[] = await db('ledger_days')
    .whereIn('medicine_id', ids)
    .where('type', '<>', OPENING)
    .select(factColumns)
  const sample: FactRow[] = await db('trade_days')
    .whereIn('medicine_id', ids)
    .where({ sample: 1 })
    .select(factColumns)
  const ledgerOf = Map.groupBy(ledger, ({ medicine_id }) => medicine_id)
  const sampleOf = Map.groupBy(sample, ({ medicine_id }) => medicine_id)
  return new Map(
    heads.map(({ medicineId, openingDay, openingUnits, deletedDay }) => [
      medicineId,
      {
        ledger: (ledgerOf.get(medicineId) ?? []).map(toUnits),
        sample: (sampleOf.get(medicineId) ?? []).map(toUnits),
        ...{ openingDay, openingUnits, deletedDay },
      },
    ]),
  )
}

type Totals = Map<string, { added: number; removed: number }>

/** Adds to the days of the store as a whole. */
async function addTotals(db: Knex, totals: Totals): Promise<void> {
  const rows = [...totals].map(([day, { added, removed }]) => ({ day, added, removed }))
  const moved = rows.filter(({ added, removed }) => added !== 0 || removed !== 0)
  await addUp(db, 'stock_totals', moved, ['day'], ['added', 'removed'])
}

function count(totals: Totals, day: string, added: number, removed: number): void {
  const known = totals.get(day) ?? { added: 0, removed: 0 }
  totals.set(day, { added: known.added + added, removed: known.removed + removed })
}

function countAll(totals: Totals, days: StockDay[], sign: 1 | -1): void {
  for (const [day, { added, removed }] of dailyChanges(days)) count(totals, day, sign * added, sign * removed)
}

async function saveDays(db: Knex, rows: { medicine_id: string; day: string }[]): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await db('stock_days').insert(chunk).onConflict(['medicine_id', 'day']).merge()
  }
}

async function listDays(db: Knex, ids: string[]): Promise<Map<string, StockDay[]>> {
  const rows = await db('stock_days')
    .whereIn('medicine_id', ids)
    .orderBy(['medicine_id', 'day'])
    .select('medicine_id', 'day', 'stock', 'added', 'removed')
  const days = rows.map((row) => ({
    medicineId: row.medicine_id as string,
    ...{ day: row.day, stock: Number(row.stock), added: Number(row.added), removed: Number(row.removed) },
  }))
  return Map.groupBy(days, ({ medicineId }) => medicineId)
}

async function rewriteChunk(db: Knex, heads: StockHead[]): Promise<void> {
  const ids = heads.map(({ medicineId }) => medicineId)
  const [facts, before] = [await findFacts(db, heads), await listDays(db, ids)]
  const totals: Totals = new Map()
  const rows = heads.flatMap((head) => {
    const days = stockDaysOf(facts.get(head.medicineId) as StockFacts)
    countAll(totals, before.get(head.medicineId) ?? [], -1)
    countAll(totals, days, 1)
    const { day: lastDay = null, stock = 0, added = 0, removed = 0 } = days.at(-1) ?? {}
    Object.assign(head, { lastDay, stock, added, removed })
    return days.map((day) => ({ medicine_id: head.medicineId, ...day }))
  })
  await db('stock_days').whereIn('medicine_id', ids).delete()
  await saveDays(db, rows)
  await addTotals(db, totals)
  // A day on which nothing is left to tell.
  await db('stock_totals').where({ added: 0, removed: 0 }).delete()
}

/** What was added to and removed from a medicine's stock on a day. */
export interface StockChange {
  head: StockHead
  day: string
  added: number
  removed: number
}

/** The stock of each day, of the medicines and of the store as a whole. Both move the heads, and do not save them. */
export function createStockStore(db: Knex) {
  return {
    addLedger: (days: LedgerDay[]): Promise<void> => addUp(db, 'ledger_days', days, ledgerKeys, ledgerSums),
    /** Computes the days of these medicines again, from all that is known of them. */
    async rewrite(heads: StockHead[]): Promise<void> {
      for (const chunk of chunksOf(heads)) await rewriteChunk(db, chunk)
    },
    /** Adds what happened on the heads' last days or after them, in order of days. */
    async append(changes: StockChange[]): Promise<void> {
      const totals: Totals = new Map()
      const rows = new Map<string, StockDay & { medicine_id: string }>()
      for (const { head, day, added, removed } of changes) {
        head.lastDay = day
        head.stock += added - removed
        head.added += added
        head.removed += removed
        const { medicineId: medicine_id, stock } = head
        rows.set(`${medicine_id} ${day}`, {
          medicine_id,
          day,
          stock,
          added: head.added,
          removed: head.removed,
        })
        count(totals, day, added, removed)
      }
      await saveDays(db, [...rows.values()])
      await addTotals(db, totals)
    },
    /** Medicines with sample history. */
    async listSampled(): Promise<string[]> {
      return db('trade_days').where({ sample: 1 }).distinct().pluck('medicine_id')
    },
    async deleteAll(): Promise<void> {
      await db('stock_days').delete()
      await db('stock_totals').delete()
    },
  }
}
