import { setTimeout as delay } from 'node:timers/promises'
import { addDays, DEFAULT_TIME_ZONE, medicineCategories, storeDate } from '@mms/contracts'
import { byDialect } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createMedicineStore } from '../../services/analytics/src/medicines/store.ts'
import { migrations } from '../../services/analytics/src/migrations/list.ts'
import {
  createHeadStore,
  emptyHead,
  prepareStockLock,
} from '../../services/analytics/src/stock/head-store.ts'
import { type StockDay, stockDaysOf } from '../../services/analytics/src/stock/stock-days.ts'
import { randomNumbers } from './medicines.ts'
import type { Setting } from './setting.ts'

const DAYS = 365
/** SQLite's limit per statement is lower. */
const ROWS = { sqlite: 500, mysql: 2_000 }
const FULL = 100_000

interface Day {
  day: string
  sold: number
  transactions: number
}

function yearOf(perDay: number, random: (below: number) => number): Day[] {
  const today = storeDate()
  const days: Day[] = []
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const transactions = Math.floor(perDay) + (random(10_000) < (perDay % 1) * 10_000 ? 1 : 0)
    const sold = transactions * (1 + random(5))
    if (transactions > 0) days.push({ day: addDays(today, -ago), sold, transactions })
  }
  return days
}

const stockOf = (days: Day[]): StockDay[] =>
  stockDaysOf({
    ledger: days.map(({ day, sold }) => ({ day, added: 0, removed: sold })),
    ...{ openingDay: addDays(storeDate(), -DAYS), openingUnits: FULL, sample: [], isDeleted: false },
  })

function createRows(db: Knex) {
  const most = byDialect(db, ROWS)
  const waiting: Record<string, object[]> = {}
  const totals = new Map<string, number>()
  return {
    totals,
    async insert(table: string, rows: object[]): Promise<void> {
      const gathered = [...(waiting[table] ?? []), ...rows]
      for (; gathered.length >= most; ) await db(table).insert(gathered.splice(0, most))
      waiting[table] = gathered
    },
    async flush(): Promise<void> {
      for (const [table, rows] of Object.entries(waiting)) if (rows.length > 0) await db(table).insert(rows)
    },
  }
}

async function addMedicine(db: Knex, rows: ReturnType<typeof createRows>, days: Day[], index: number) {
  const medicine_id = v7()
  const stock = stockOf(days)
  const { day: last_day = null, ...last } = stock.at(-1) ?? {}
  await createMedicineStore(db).save([
    {
      ...{
        _id: medicine_id,
        version: 1,
        name: `Medicine ${index}`,
        minStockLevel: 20,
        unitPrice: 12.5,
        packSize: 1,
      },
      category: medicineCategories[index % medicineCategories.length] as string,
      ...{
        expiryDate: addDays(storeDate(), index % 700),
        deleted: false,
        updatedAt: new Date().toISOString(),
      },
      demandFactors: {
        ...{ seasonal: index % 2 === 0, climateDependent: index % 3 === 0 },
        seasonalTrend: { winter: 1.5, spring: 1, summer: 1.2, fall: 1.1 },
        climateFactors: { rainy: 1.4, dry: 1, cold: 1.2, hot: 0.9 },
      },
    },
  ])
  await createHeadStore(db).save([{ ...emptyHead(medicine_id), last_day, ...last }])
  await rows.insert(
    'stock_days',
    stock.map((day) => ({ medicine_id, ...day })),
  )
  await rows.insert(
    'trade_days',
    days.map(({ day, sold, transactions }) => ({
      ...{ medicine_id, day, type: 'sale', sample: 0, completed: transactions },
      ...{ units_in: 0, units_out: sold, paise: sold * 1_250, consumed: sold },
    })),
  )
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  await rows.insert(
    'demand_months',
    [...months].map(([month, own]) => ({
      ...{ month, medicine_id },
      consumed: own.reduce((sum, { sold }) => sum + sold, 0),
    })),
  )
  for (const { day, sold } of days) rows.totals.set(day, (rows.totals.get(day) ?? 0) + sold)
}

/** Writes the rows that analytics' projections would have written. */
export async function createAnalyticsDatabase(
  setting: Pick<Setting, 'createDatabase'>,
  name: string,
  medicines: number,
  transactions: number,
): Promise<{ url: string; db: Knex }> {
  const { url, db } = await setting.createDatabase(name, migrations)
  await prepareStockLock(db, DEFAULT_TIME_ZONE)
  const random = randomNumbers(13)
  const rows = createRows(db)
  const perDay = transactions / medicines / DAYS
  for (let index = 0; index < medicines; index += 1) {
    await addMedicine(db, rows, yearOf(perDay, random), index)
  }
  const days = [...rows.totals]
  await rows.insert(
    'stock_totals',
    days.map(([day, removed]) => ({ day, added: 0, removed })),
  )
  await rows.insert(
    'trade_totals',
    days.map(([day, sold]) => ({
      ...{ day, type: 'sale', completed: sold, units_in: 0, units_out: sold, paise: sold * 1_250 },
    })),
  )
  await rows.flush()
  const tables = 'stock_days, trade_days, stock_heads, medicines, demand_months'
  await db.raw(byDialect(db, { sqlite: 'analyze', mysql: `analyze table ${tables}` }))
  return { url, db }
}

/** Seconds since `began` until the service has made its forecasts. */
export async function forecastSeconds(db: Knex, began: number): Promise<number> {
  for (;;) {
    const run = await db('forecast_runs').whereNotNull('basis').first('id')
    if (run) return Math.round((performance.now() - began) / 1_000)
    await delay(500)
  }
}
