import { addToSums, chunksOf, sumByKeys } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { StockHead } from './head-store.ts'
import { type AppliedDays, type LedgerDay, ledgerKeys, ledgerSums, OPENING } from './ledger.ts'
import { type DayChange, dailyChanges, type StockDay, stockDaysOf } from './stock-days.ts'

type Owned<T> = T & { medicine_id: string }

const byMedicine = <T>(rows: Owned<T>[]) => Map.groupBy(rows, ({ medicine_id }) => medicine_id)
const changeColumns = { medicine_id: 'medicine_id', day: 'day', added: 'units_in', removed: 'units_out' }

const findLedger = (db: Knex, ids: string[]): Promise<Owned<DayChange>[]> =>
  db('ledger_days').whereIn('medicine_id', ids).where('type', '<>', OPENING).select(changeColumns)

const findSample = (db: Knex, ids: string[]): Promise<Owned<DayChange>[]> =>
  db('trade_days').whereIn('medicine_id', ids).where({ sample: 1 }).select(changeColumns)

const listDays = (db: Knex, ids: string[]): Promise<Owned<StockDay>[]> =>
  db('stock_days').whereIn('medicine_id', ids).orderBy(['medicine_id', 'day']).select('*')

async function addTotals(db: Knex, changes: DayChange[]): Promise<void> {
  const totals = sumByKeys(
    changes.map(({ day, added, removed }) => ({ day, added, removed })),
    ['day'],
    ['added', 'removed'],
  )
  const moved = totals.filter(({ added, removed }) => added !== 0 || removed !== 0)
  await addToSums(db, 'stock_totals', moved, ['day'], ['added', 'removed'])
  if (moved.some(({ added, removed }) => added < 0 || removed < 0))
    await db('stock_totals').where({ added: 0, removed: 0 }).delete()
}

async function saveDays(db: Knex, rows: Owned<StockDay>[]): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await db('stock_days').insert(chunk).onConflict(['medicine_id', 'day']).merge()
  }
}

async function rewriteChunk(db: Knex, heads: StockHead[]): Promise<void> {
  const ids = heads.map(({ medicine_id }) => medicine_id)
  const ledger = byMedicine(await findLedger(db, ids))
  const sample = byMedicine(await findSample(db, ids))
  const before = byMedicine(await listDays(db, ids))
  const changes: DayChange[] = []
  const rows = heads.flatMap((head) => {
    const id = head.medicine_id
    const days = stockDaysOf({
      ledger: ledger.get(id) ?? [],
      openingDay: head.opening_day,
      openingUnits: head.opening_units,
      // Sample history is older than any conversion, so it is multiplied.
      sample: (sample.get(id) ?? []).map(({ day, added, removed }) => {
        const times = head.units_times ?? 1
        return { day, added: added * times, removed: removed * times }
      }),
      isDeleted: head.deleted_day !== null,
    })
    for (const { day, added, removed } of dailyChanges(before.get(id) ?? []))
      changes.push({ day, added: -added, removed: -removed })
    changes.push(...dailyChanges(days))
    const { day: last_day = null, stock = 0, added = 0, removed = 0 } = days.at(-1) ?? {}
    Object.assign(head, { last_day, stock, added, removed })
    return days.map((day) => ({ medicine_id: id, ...day }))
  })
  await db('stock_days').whereIn('medicine_id', ids).delete()
  await saveDays(db, rows)
  await addTotals(db, changes)
}

export interface StockChange extends DayChange {
  head: StockHead
}

export function createStockStore(db: Knex) {
  return {
    addLedger: (days: LedgerDay[]): Promise<void> =>
      addToSums(db, 'ledger_days', days, ledgerKeys, ledgerSums),
    async findAppliedDays(ids: string[]): Promise<AppliedDays> {
      const found: AppliedDays = new Map()
      for (const chunk of chunksOf(ids)) {
        const rows = await db('applied_days').whereIn('movement_id', chunk).select('movement_id', 'day')
        for (const { movement_id, day } of rows) found.set(movement_id, day)
      }
      return found
    },
    async addAppliedDays(days: AppliedDays): Promise<void> {
      const rows = [...days].map(([movement_id, day]) => ({ movement_id, day }))
      for (const chunk of chunksOf(rows)) {
        await db('applied_days').insert(chunk).onConflict('movement_id').ignore()
      }
    },
    async multiplyLedger(heads: StockHead[]): Promise<void> {
      for (const { medicine_id, units_times } of heads)
        await db('ledger_days')
          .where({ medicine_id })
          .update({
            units_in: db.raw('units_in * ?', [units_times]),
            units_out: db.raw('units_out * ?', [units_times]),
          })
    },
    async rewrite(heads: StockHead[]): Promise<void> {
      for (const chunk of chunksOf(heads)) await rewriteChunk(db, chunk)
    },
    async append(changes: StockChange[]): Promise<void> {
      const rows = new Map<string, Owned<StockDay>>()
      for (const { head, day, added, removed } of changes) {
        head.last_day = day
        head.stock += added - removed
        head.added += added
        head.removed += removed
        const { medicine_id, stock } = head
        const row = { medicine_id, day, stock, added: head.added, removed: head.removed }
        rows.set(`${medicine_id} ${day}`, row)
      }
      await saveDays(db, [...rows.values()])
      await addTotals(db, changes)
    },
    async listSampled(): Promise<string[]> {
      return db('trade_days').where({ sample: 1 }).distinct().pluck('medicine_id')
    },
    async deleteAll(): Promise<void> {
      await db('stock_days').delete()
      await db('stock_totals').delete()
    },
  }
}
