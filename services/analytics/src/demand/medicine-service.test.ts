import { randomUUID } from 'node:crypto'
import { addDays, type Medicine, type MedicineDemand, type StockAtRisk } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../test/support.ts'

const TODAY = '2026-07-15'

/** Returns every number at any depth of the value. */
function figures(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(figures) : []
}

describe.each(testDatabases())('the demand of a medicine on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database, { now: `${TODAY}T06:30:00.000Z` }))

  const demandOf = async ({ _id }: Pick<Medicine, '_id'>): Promise<MedicineDemand> => {
    await store.settled()
    const options = { token: store.staff }
    const { status, body } = await store.analytics.client.get<MedicineDemand>(`/api/demand/${_id}`, options)
    expect([status, body]).toEqual([200, expect.anything()])
    return body
  }

  const atRisk = (medicines: string) =>
    store.analytics.client.get<StockAtRisk[]>(`/api/demand/at-risk?medicines=${medicines}`, {
      token: store.staff,
    })

  test('without history says so, and goes by minimum and multiplier', async () => {
    const medicine = await store.addMedicine({ currentStock: 4, minStockLevel: 10, expiryDate: '2027-01-01' })
    const demand = await demandOf(medicine)
    expect(demand).toMatchObject({
      ...{ medicine: medicine.name, forecastState: 'no-history', forecast: null, monthsOfStock: null },
      ...{ history: { weeks: [], months: [] }, consumption: { perMonth: null, months: [] }, date: TODAY },
      expiry: { unitsAtRisk: null, lots: [{ expiryDate: '2027-01-01', units: 4, unitsAtRisk: null }] },
      order: { demand: null, safety: null, orderUpTo: 11, suggested: 7 },
      prediction: { needsRestock: true, expectedDemand: null },
    })
  })

  test('with history tells every figure with what it comes from', async () => {
    const medicine = await store.addMedicine({
      ...{ currentStock: 200, minStockLevel: 5, unitPrice: 20, expiryDate: addDays(TODAY, 20) },
    })
    await store.settled()
    await store.sellInThePast(medicine._id, 3, 400)
    expect(await demandOf(medicine)).toMatchObject({ forecastState: 'pending', forecast: null })
    await store.analytics.forecast()
    const demand = await demandOf(medicine)
    const { forecast, consumption, expiry, order } = demand
    expect(demand).toMatchObject({ forecastState: 'made', recordedSince: addDays(TODAY, -400) })
    expect(forecast?.madeOn).toBe(TODAY)
    expect((await atRisk(medicine._id)).body).toEqual([
      { _id: medicine._id, lots: expiry.lots.map(({ demandUntil: _, ...lot }) => lot) },
    ])
    expect(expiry.lots[0]?.unitsAtRisk).toBeGreaterThan(100)
    expect(forecast?.weeks.points).toHaveLength(13)
    expect(forecast?.weeks.points[0]).toMatchObject({ start: '2026-07-13' })
    expect(forecast?.months?.points[0]?.start).toBe('2026-07-01')
    for (const { units, factor, low95, high95 } of forecast?.weeks.points ?? []) {
      expect(units).toBeCloseTo((forecast?.weeks.base ?? 0) * factor, 2)
      expect(units).toBeGreaterThanOrEqual(low95)
      expect(units).toBeLessThanOrEqual(high95)
    }
    expect(demand.history.weeks.at(-1)).toEqual({
      ...{ start: '2026-07-06', days: 7, stockOutDays: 0, consumed: 21, corrected: 21 },
    })
    // April has 90 units, May 93, June 90.
    expect(consumption.perMonth).toBe(91)
    expect(demand.monthsOfStock).toBe(2.2)
    expect(expiry.unitsAtRisk).toBeCloseTo(200 - 3 * 21, -0.5)
    expect(expiry.valueAtRisk).toBeCloseTo((expiry.unitsAtRisk ?? 0) * 20, 2)
    expect(order?.demand).toBeCloseTo(42, 0)
    expect(order?.suggested).toBe(0)
    expect(figures(demand).every((figure) => Number.isFinite(figure) && figure >= 0)).toBe(true)
  })

  test('of one that is deleted is history alone', async () => {
    const medicine = await store.addMedicine({ currentStock: 9 })
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    const history = { deleted: true, currentStock: 0, order: null, expiry: { lots: [] } }
    expect(await demandOf(medicine)).toMatchObject(history)
  })

  test('stock at risk without a forecast is what has expired; what is unknown or has no date is left out', async () => {
    const old = await store.addMedicine({ currentStock: 7, expiryDate: addDays(TODAY, -1) })
    const later = await store.addMedicine({ currentStock: 8, expiryDate: addDays(TODAY, 9) })
    const undated = await store.addMedicine({ currentStock: 9, expiryDate: null })
    await store.settled()
    const { body } = await atRisk([old._id, later._id, undated._id, randomUUID()].join(','))
    expect(Object.fromEntries(body.map(({ _id, lots }) => [_id, lots]))).toEqual({
      [old._id]: [{ expiryDate: addDays(TODAY, -1), units: 7, unitsAtRisk: 7 }],
      [later._id]: [{ expiryDate: addDays(TODAY, 9), units: 8, unitsAtRisk: null }],
      [undated._id]: [],
    })
    expect(await demandOf(old)).toMatchObject({ currentStock: 7, usableStock: 0 })
    expect((await atRisk('no-id')).status).toBe(400)
  })
})
