import type { ClimateDemand, DemandOutlook, Medicine } from '@mms/contracts'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../test/support.ts'
import { defaultSettings } from '../settings/store.ts'

const factors = {
  seasonal: true,
  seasonalTrend: { winter: 1, spring: 1, summer: 1.5, fall: 1 },
  climateDependent: true,
  climateFactors: { rainy: 2, dry: 1, cold: 1, hot: 1 },
}

describe.each(testDatabases())('predicted demand on $name', (database: TestDatabase) => {
  let store: Store
  beforeAll(async () => {
    // Summer, when the monsoon has reached Delhi.
    store = await openStore(database, { now: '2026-07-15T06:30:00.000Z' })
  })
  afterAll(() => store.close())

  const predictionOf = async ({ _id }: Medicine) => {
    await store.settled()
    return (await store.demand()).body.predictions.find((prediction) => prediction._id === _id)
  }

  test('follows the stock and the form', async () => {
    const medicine = await store.addMedicine({ currentStock: 12, minStockLevel: 10 })
    expect(await predictionOf(medicine)).toMatchObject({ currentStock: 12, needsRestock: false })
    await store.record({ medicineId: medicine._id, quantity: 2 })
    expect(await predictionOf(medicine)).toMatchObject({ currentStock: 10, needsRestock: true })
    await store.save({ ...medicine, currentStock: 10 }, { minStockLevel: 9, name: 'Renamed' })
    expect(await predictionOf(medicine)).toMatchObject({ medicine: 'Renamed', needsRestock: false })
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    expect(await predictionOf(medicine)).toBeUndefined()
  })

  test('with history, is compared with what is forecast until an order has come', async () => {
    const medicine = await store.addMedicine({ currentStock: 40, minStockLevel: 1 })
    expect(await predictionOf(medicine)).toMatchObject({ needsRestock: false, expectedDemand: null })
    // 3 a day for half a year. Written to the database, because no API can sell in the past.
    await store.sellInThePast(medicine._id, 3, 182)
    await store.analytics.forecast()
    const short = await predictionOf(medicine)
    expect(short).toMatchObject({ needsRestock: true, expectedDemand: { madeOn: '2026-07-15', days: 14 } })
    expect(short?.expectedDemand?.units).toBeCloseTo(42, 0)
    expect(short?.reasonsForPrediction[0]).toMatch(
      /^Restock: 40 left; about 4[12] needed in the next 14 days \(4[12][.\d]*: .* forecast made on 15 Jul 2026 from 2\d whole weeks of sales\)\.$/,
    )
    const save = (body: object) =>
      store.analytics.client.put('/api/store-settings', { token: store.admin, body })
    await save({ ...defaultSettings, leadTimeDays: 3 })
    await store.analytics.forecast()
    expect(await predictionOf(medicine)).toMatchObject({ needsRestock: false, expectedDemand: { days: 10 } })
    await save(defaultSettings)
  })

  test('has no forecast of all together until that of each has been made', async () => {
    const forecasts = async () => {
      const path = '/api/reports/demand-outlook'
      const { body } = await store.analytics.client.get<DemandOutlook>(path, { token: store.admin })
      return body.months.flatMap(({ forecast }) => forecast ?? [])
    }
    const [first, second] = [await store.addMedicine({ currentStock: 9 }), await store.addMedicine()]
    await store.settled()
    await store.sellInThePast(first._id, 2, 182)
    await store.analytics.forecast()
    await expect.poll(forecasts).toHaveLength(6)
    await store.db('forecasts').where({ medicine_id: second._id }).delete()
    await store.sellInThePast(second._id, 4, 182)
    // `sellInThePast` does not change the version of the data; a sale does.
    await store.record({ medicineId: first._id, quantity: 1 })
    await expect.poll(forecasts).toEqual([])
  })

  test('asked for recommendations, answers the first of them, and how many there are', async () => {
    const raised = { category: 'Antipyretics' as const, demandFactors: factors, minStockLevel: 10 }
    const enough = await store.addMedicine({ ...raised, currentStock: 500 })
    const short = await store.addMedicine({ ...raised, currentStock: 20 })
    await store.addMedicine({ ...raised, category: 'Antidiabetics', currentStock: 0 })
    await store.settled()
    const ask = (query: string) => {
      const path = `/api/medicines/climate-demand?${query}`
      return store.analytics.client.get<ClimateDemand>(path, { token: store.admin })
    }
    const all = (await store.demand()).body
    const { body } = await ask('recommended=2')
    const counts = [body.medicineCount, body.recommendedCount, body.predictions.length]
    expect(counts).toEqual([all.predictions.length, all.recommendedCount, 2])
    const ids = (await ask('recommended=50')).body.predictions.map(({ _id }) => _id)
    expect(ids).toHaveLength(all.recommendedCount ?? 0)
    expect(ids.indexOf(short._id)).toBeLessThan(ids.indexOf(enough._id))
    // The whole list begins with the most wanted.
    const multipliers = all.predictions.map(({ predictedDemandMultiplier }) => predictedDemandMultiplier)
    expect(multipliers).toEqual(multipliers.toSorted((a, b) => b - a))
    expect(new Set(multipliers).size).toBeGreaterThan(1)
  })
})
