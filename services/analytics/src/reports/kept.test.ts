import { randomUUID } from 'node:crypto'
import { addDays, storeDate } from '@mms/contracts'
import { createLogger, inTransaction } from '@mms/service-kit'
import { type OpenService, openService, testDatabases } from '@mms/service-kit/test-support'
import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analytics } from '../app.ts'
import { createConditions } from '../conditions/service.ts'
import { noObserver } from '../conditions/weather-client.ts'
import { createForecastCache } from '../forecasts/forecast-store.ts'
import { createForecastJob } from '../forecasts/job.ts'
import { makeForecasts } from '../forecasts/make.ts'
import type { PublishedMedicine } from '../medicines/store.ts'
import { defaultSettings } from '../settings/store.ts'
import { emptyHead, type StockHead } from '../stock/head-store.ts'
import { followLedger, type PublishedMovement } from '../stock/ledger.ts'
import { createStockWriter, stockTables } from '../stock/projection.ts'
import { tradeDaysOf } from '../trade/days.ts'
import { createTradeWriter } from '../trade/projection.ts'
import { createReportService } from './service.ts'
import { createTotalsStore } from './totals-store.ts'

const TIME_ZONE = 'Asia/Kolkata'
/** The same steps each time: no run of the tests is a lottery. */
const SEED = 20_261_122
const nobody = 'http://127.0.0.1:1'
const log = createLogger({ name: 'analytics', level: 'silent' })
const never = { asOf: null, behindSeconds: null }
const today = storeDate(TIME_ZONE)
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()

/** Now, in the running week and month, and long ago. */
const age = fc.constantFrom(0, 0, 0, 1, 3, 9, 33, 70, 200, 400)
const medicine = fc.nat(3)
const change = fc.integer({ min: -30, max: 30 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), medicine, age, change }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      medicine,
      age,
      change,
      sample: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('rename', 'price', 'delete', 'add') as never, medicine }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('forecast', 'rebuild', 'restore') as never }) },
) as fc.Arbitrary<Step>
type Step =
  | { kind: 'move'; medicine: number; age: number; change: number }
  | { kind: 'trade'; medicine: number; age: number; change: number; sample: boolean }
  | { kind: 'rename' | 'price' | 'delete' | 'add'; medicine: number }
  | { kind: 'forecast' | 'rebuild' | 'restore' }

/** Sample history without the opening stock that it explains, which comes after the forecasts. */
const unexplained: Step[] = [
  { kind: 'trade', medicine: 0, age: 70, change: -5, sample: true },
  { kind: 'forecast' },
  { kind: 'move', medicine: 0, age: 0, change: 50 },
]
/** A sale of last month that is told today. */
const corrected: Step[] = [
  { kind: 'move', medicine: 0, age: 200, change: 50 },
  { kind: 'forecast' },
  { kind: 'trade', medicine: 0, age: 70, change: -5, sample: false },
]
/** Inventory that is told anew twice, the second time from an older copy. */
const restored: Step[] = [
  { kind: 'move', medicine: 0, age: 200, change: 50 },
  { kind: 'move', medicine: 1, age: 200, change: 50 },
  { kind: 'rebuild' },
  { kind: 'restore' },
]

describe.each(testDatabases())('what reports keep on $name', (database) => {
  let opened: OpenService<Awaited<ReturnType<typeof analytics.create>>>
  const medicines: PublishedMedicine[] = []
  const movements: PublishedMovement[] = []
  let events = 0
  beforeAll(async () => {
    opened = await openService(analytics, database, { env: { INVENTORY_URL: nobody, SALES_URL: nobody } })
  })
  afterAll(() => opened.close())

  function createReports() {
    const { db } = opened.database
    const ages = { read: async () => ({ inventory: never, sales: never }) }
    const findConditions = createConditions({
      findSettings: async () => defaultSettings,
      observer: noObserver,
      today: () => today,
    })
    return createReportService({
      db,
      findConditions,
      ages,
      timeZone: TIME_ZONE,
      listForecasts: createForecastCache(db),
      now: () => new Date(0),
    })
  }

  /** Writes in the transaction that moves a cursor, as a projection does. */
  const write = (work: (writers: Writers, trx: Knex.Transaction) => Promise<void>) =>
    inTransaction(opened.database.db, async (trx) => {
      events += 1
      const cursor = { name: 'inventory', last_event_id: `test.${events}`, version: events }
      await trx('feed_cursors').insert(cursor).onConflict('name').merge()
      const [inventory, sales] = [createStockWriter(trx, TIME_ZONE), createTradeWriter(trx, TIME_ZONE)]
      await work({ inventory, sales }, trx)
    })
  interface Writers {
    inventory: ReturnType<typeof createStockWriter>
    sales: ReturnType<typeof createTradeWriter>
  }

  async function forecast(): Promise<void> {
    const job = createForecastJob({
      ...{ db: opened.database.db, log, today: () => today, findSettings: async () => defaultSettings },
      isBehind: () => false,
      run: async (order, save) => {
        for await (const made of makeForecasts(opened.database.db, order)) await save(made)
      },
    })
    await job.run(new AbortController().signal)
  }

  async function addMedicine(): Promise<PublishedMedicine> {
    const _id = randomUUID()
    const factors = { winter: 1.5, spring: 1, summer: 1, fall: 2 }
    const added: PublishedMedicine = {
      ...{ _id, version: 1, name: `Medicine ${_id}`, category: 'Vitamins', minStockLevel: 5, unitPrice: 2 },
      ...{ expiryDate: null, deleted: false, updatedAt: at(0) },
      demandFactors: {
        ...{ seasonal: false, seasonalTrend: factors, climateDependent: false },
        climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
      },
    }
    medicines.push(added)
    await write(({ inventory }) => inventory.follow([added], []))
    return added
  }

  async function edit(index: number, differing: Partial<PublishedMedicine>): Promise<void> {
    const before = medicines[index] as PublishedMedicine
    if (before.deleted) return
    const after = { ...before, ...differing, version: before.version + 1 }
    medicines[index] = after
    await write(({ inventory }) => inventory.follow([after], []))
  }

  async function move(index: number, daysAgo: number, change: number): Promise<void> {
    const { _id: medicineId } = medicines[index] as PublishedMedicine
    const version = movements.filter((each) => each.medicineId === medicineId).length + 1
    const type = version === 1 ? 'opening' : 'sale'
    const moved = {
      _id: randomUUID(),
      medicineId,
      version,
      type,
      change,
      reverses: null,
      createdAt: at(daysAgo),
    }
    movements.push(moved)
    await write(({ inventory }) => inventory.follow([], [moved]))
  }

  const trade = (index: number, { age: daysAgo, change, sample }: Extract<Step, { kind: 'trade' }>) =>
    write(({ sales }) =>
      sales.follow(
        tradeDaysOf(
          [
            {
              ...{ _id: randomUUID(), medicineId: medicines[index]?._id as string, type: 'sale', change },
              ...{ sample, totalAmount: Math.abs(change) * 2, reverses: null, createdAt: at(daysAgo) },
            },
          ],
          TIME_ZONE,
        ),
      ),
    )

  async function rebuild(): Promise<void> {
    const heads = new Map<string, StockHead>(medicines.map(({ _id }) => [_id, emptyHead(_id)]))
    const days = followLedger(movements, (id) => heads.get(id) as StockHead, TIME_ZONE)
    await write(async ({ inventory }, trx) => {
      for (const table of stockTables) await trx(table).delete()
      await inventory.rebuild({ medicines, days, heads })
    })
  }

  async function take(given: Step): Promise<void> {
    if (!('medicine' in given)) {
      // From a copy that did not have the last movement yet.
      if (given.kind === 'restore') movements.pop()
      return given.kind === 'forecast' ? forecast() : rebuild()
    }
    // The newest, which the same steps brought.
    const index = medicines.length - 1 - given.medicine
    if (given.kind === 'move') return move(index, given.age, given.change)
    if (given.kind === 'trade') return trade(index, given)
    if (given.kind === 'add') return void (await addMedicine())
    const news = {
      rename: { name: `Another ${randomUUID()}` },
      price: { unitPrice: 7 + events },
      delete: { deleted: true, updatedAt: at(3) },
    }
    await edit(index, news[given.kind])
  }

  const custom = { period: 'custom', startDate: addDays(today, -60), endDate: addDays(today, -20) } as const
  const queries = [{ period: 'last-week' }, { period: 'last-year' }, custom] as const

  test('is what would be read anew, whatever is told and of whatever day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const kept = createReports()
        for (let count = 0; count < 4; count += 1) await addMedicine()
        await forecast()
        for (const given of steps) {
          await Promise.all(queries.map((query) => kept(query)))
          await take(given)
          for (const query of queries) {
            const { body: report, json } = await kept(query)
            expect(report).toEqual((await createReports()(query)).body)
            expect(String(json)).toBe(JSON.stringify(report))
            for (const row of report.movements) {
              expect(row.initialStock + row.added - row.removed).toBe(row.currentStock)
            }
          }
        }
      }),
      { numRuns: 8, seed: SEED, examples: [[unexplained], [corrected], [restored]] },
    )
  })

  test('is what each medicine came to by a day, however far back it last moved', async () => {
    const indices = [medicines.length, medicines.length + 1, medicines.length + 2]
    for (const index of indices) {
      await addMedicine()
      await move(index, 300, 10 * (index + 1))
    }
    const [quick = 0, slow = 0] = indices
    for (const daysAgo of [90, 60, 41, 40, 39]) await move(quick, daysAgo, -1)
    await move(slow, 200, -4)
    const { db } = opened.database
    for (const daysAgo of [500, 300, 299, 60, 40, 0]) {
      const day = addDays(today, -daysAgo)
      const all = await createTotalsStore(db).totalsAt(day)
      for (const rows of [1, 2, 5]) {
        expect(await createTotalsStore(db, rows).totalsAt(day)).toEqual(all)
      }
      const known = await db('stock_days').where('day', '<=', day).orderBy('day')
      expect(all.size).toBe(new Set(known.map(({ medicine_id }) => medicine_id)).size)
      for (const { medicine_id, added, removed } of new Map(
        known.map((row) => [row.medicine_id, row]),
      ).values()) {
        expect(all.get(medicine_id)).toEqual({ added: Number(added), removed: Number(removed) })
      }
    }
  })

  test('is not read again after a sale of today', async () => {
    const kept = createReports()
    await addMedicine()
    const index = medicines.length - 1
    await move(index, 200, 100)
    await trade(index, { kind: 'trade', medicine: 0, age: 40, change: -3, sample: false })
    await forecast()
    await kept({ period: 'last-year' })
    await move(index, 0, -2)
    await edit(index, {})
    const statements: string[] = []
    const note = ({ sql }: { sql: string }) => void statements.push(sql)
    opened.database.db.on('query', note)
    const { body: report } = await kept({ period: 'last-year' })
    opened.database.db.off('query', note)
    expect(report.movements.find(({ _id }) => _id === medicines[index]?._id)?.currentStock).toBe(98)
    const all = statements.join('\n')
    expect(all).toMatch(/stock_heads/)
    expect(all).not.toContain('stock_days')
    expect(all).not.toContain('from `forecasts`')
  })
})
