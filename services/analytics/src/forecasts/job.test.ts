import { randomUUID } from 'node:crypto'
import { addDays, type DemandOutlook, receivedFactorsSchema } from '@mms/contracts'
import { createLogger, type Job } from '@mms/service-kit'
import { openForTests, openService, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { analytics } from '../app.ts'
import { createDueStore } from '../due/store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { defaultSettings } from '../settings/store.ts'
import { createTradeStore } from '../trade/store.ts'
import { createForecastStore } from './forecast-store.ts'
import { createForecastJob } from './job.ts'
import { type ForecastOrder, makeForecasts } from './make.ts'
import { createRunStore } from './run-store.ts'
import { createForecastWorker, type RunForecasts } from './worker.ts'

const TODAY = '2026-07-15'
const log = createLogger({ name: 'analytics', level: 'silent' })
const nobody = 'http://127.0.0.1:1'

describe.each(testDatabases())('forecasts on $name', (database: TestDatabase) => {
  const store = openForTests(() =>
    openService(analytics, database, { env: { INVENTORY_URL: nobody, SALES_URL: nobody } }),
  )
  let settings = defaultSettings
  let today = TODAY
  let isBehind = false
  const orders: ForecastOrder[] = []

  /** Runs in the same thread, because starting another takes longer. */
  const runHere: RunForecasts = async (order, save) => {
    for await (const made of makeForecasts(store.database.db, order)) await save(made)
  }
  /** The job of a replica; records what its threads were asked to make. */
  function replica(run: RunForecasts = runHere): Job {
    return createForecastJob({
      ...{ db: store.database.db, log, today: () => today, findSettings: async () => settings },
      isBehind: () => isBehind,
      run: (order, save, signal) => {
        orders.push(order)
        return run(order, save, signal)
      },
    })
  }
  const round = (job = replica()) => job.run(new AbortController().signal)
  const forecasts = () => createForecastStore(store.database.db).list()
  const ordered = () => orders.splice(0).map(({ only }) => only)

  async function addMedicine(perDay: number, days = 200): Promise<string> {
    const id = randomUUID()
    const { db } = store.database
    await createMedicineStore(db).save([
      {
        ...{ _id: id, version: 1, name: id, category: 'Vitamins' },
        ...{ minStockLevel: 1, unitPrice: 1, packSize: 1 },
        ...{ expiryDate: null, deleted: false, updatedAt: '2026-01-01T00:00:00.000Z' },
        demandFactors: receivedFactorsSchema.parse(undefined),
      },
    ])
    await sell(id, perDay, days)
    return id
  }

  const sell = (id: string, units: number, days: number, since = addDays(TODAY, -days)) =>
    createTradeStore(store.database.db).add(
      Array.from({ length: units > 0 ? days : 0 }, (_, index) => ({
        ...{ medicine_id: id, day: addDays(since, index), type: 'sale', sample: 0 as const, completed: 1 },
        ...{ units_in: 0, units_out: units, paise: 100, consumed: units, consumed_loose: 0 },
      })),
    )

  test('are not made of a part of the history', async () => {
    const id = await addMedicine(3)
    const outlook = () =>
      store.client.get<DemandOutlook>('/api/reports/demand-outlook', { token: store.staff })
    isBehind = true
    await round()
    expect([ordered(), (await outlook()).body.isPending]).toEqual([[], true])
    isBehind = false
    await round()
    expect([ordered(), (await outlook()).body.isPending]).toEqual([[null], false])
    await createDueStore(store.database.db).mark([id])
    expect((await outlook()).body.isPending).toBe(true)
    await round()
    expect([ordered(), (await outlook()).body.isPending]).toEqual([[[id]], false])
    await store.database.db('forecast_runs').update({ basis: null })
  })

  test('are made once for a day, in a thread of their own, and say of what day they are', async () => {
    const [sold, unsold] = [await addMedicine(3), await addMedicine(0)]
    await round(replica(createForecastWorker(store.database.url)))
    const made = await forecasts()
    expect(made.get(sold)).toMatchObject({ madeOn: TODAY, countedUntil: '2026-07-13', coverDays: 14 })
    expect(made.get(sold)?.coverUnits).toBeCloseTo(42, 0)
    expect(made.get(unsold)).toMatchObject({ method: null, coverUnits: null, months: null })
    expect((await createForecastStore(store.database.db).find(sold))?.detail?.weeks.mean).toHaveLength(13)
    expect(ordered()).toEqual([null])
    await round()
    expect(ordered()).toEqual([])
    today = addDays(TODAY, 1)
    await round()
    expect(ordered()).toEqual([null])
    expect((await forecasts()).get(sold)).toMatchObject({ madeOn: today })
  })

  test('are made anew when the settings change that they depend on, and not for others', async () => {
    settings = { ...settings, serviceLevel: 0.9 }
    await round()
    expect(ordered()).toEqual([])
    settings = { ...settings, leadTimeDays: 21 }
    await round()
    expect(ordered()).toEqual([null])
    expect([...(await forecasts()).values()].every(({ coverDays }) => coverDays === 28)).toBe(true)
  })

  test('of one medicine are made anew when its past is told otherwise, and go with it', async () => {
    const id = await addMedicine(1)
    await round()
    expect(ordered()).toEqual([[id]])
    const before = (await forecasts()).get(id)?.perWeek as number
    expect(before).toBeCloseTo(7, 0)
    await sell(id, 4, 200)
    const due = createDueStore(store.database.db)
    await due.markLate([{ medicine_id: id, day: today }], today)
    await round()
    expect(ordered()).toEqual([])
    await due.markLate([{ medicine_id: id, day: addDays(today, -20) }], today)
    await round()
    expect(ordered()).toEqual([[id]])
    expect((await forecasts()).get(id)?.perWeek).toBeGreaterThan(3 * before)
    await store.database.db('medicines').where({ id }).update({ deleted: true })
    await due.mark([id])
    await round()
    expect((await forecasts()).has(id)).toBe(false)
    expect(await store.database.db('forecast_details').where({ medicine_id: id })).toEqual([])
    ordered()
  })

  test('are made by one replica at a time; what is told meanwhile is due again', async () => {
    const id = await addMedicine(1)
    const other = replica()
    await round(
      replica(async (order, save, signal) => {
        await round(other)
        await createDueStore(store.database.db).mark([id])
        await runHere(order, save, signal)
      }),
    )
    expect(ordered()).toEqual([[id]])
    await round()
    expect(ordered()).toEqual([[id]])
    expect(await createRunStore(store.database.db).isDue()).toBe(false)
  })

  test('of facts that were replaced meanwhile are not kept', async () => {
    await addMedicine(1)
    const before = await forecasts()
    await round(
      replica(async (order, save, signal) => {
        await createDueStore(store.database.db).markAll()
        await runHere(order, save, signal)
      }),
    )
    expect(await forecasts()).toEqual(before)
    ordered()
    await round()
    expect(ordered()).toEqual([null])
    expect((await forecasts()).size).toBe(before.size + 1)
  })

  test('go on after a replica that died, and after a thread that failed', async () => {
    const { db } = store.database
    await createDueStore(db).markAll()
    await db('forecast_runs').update({ holder: 'gone', held_until: new Date(Date.now() + 60_000) })
    await round()
    expect(ordered()).toEqual([])
    // The lease ended, or its end is impossibly far ahead (fast clock).
    await db('forecast_runs').update({ held_until: new Date(Date.now() + 5.5 * 3_600_000) })
    await expect(round(replica(createForecastWorker('sqlite:/nowhere/at/all.sqlite')))).rejects.toThrow(
      /nowhere|open/,
    )
    expect(ordered()).toEqual([null])
    await round()
    expect(ordered()).toEqual([null])
    expect(await createRunStore(db).basis()).not.toBeNull()
  })

  test('end with the process', async () => {
    await createDueStore(store.database.db).markAll()
    const stopping = new AbortController()
    const job = replica(async (order, save, signal) => {
      const stop = async () => stopping.abort(new Error('stopping'))
      await createForecastWorker(store.database.url)(order, () => stop().then(() => save([])), signal)
    })
    await expect(job.run(stopping.signal)).rejects.toThrow('stopping')
    const row = await store.database.db('forecast_runs').first('holder', 'basis')
    expect(row).toEqual({ holder: null, basis: null })
  })
})
