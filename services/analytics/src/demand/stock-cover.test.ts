import type { Lot } from '@mms/contracts'
import { dayNumber } from '@mms/forecast'
import { describe, expect, test } from 'vitest'
import type { ForecastDetail } from '../forecasts/detail.ts'
import { defaultSettings } from '../settings/store.ts'
import { type OrderInput, stockAtRiskOf, suggestedOrderOf } from './stock-cover.ts'

const TODAY = '2026-11-21'
const from = dayNumber(TODAY)
/** Demand of two units a day from today on. */
const twoADay = (day: number) => 2 * Math.max(0, day - from + 1)
const lot = (expiryDate: string | null, units: number): Lot => ({ expiryDate, units })
const strips = { packSize: 15, packPrice: 35 }

describe('stock at risk of expiry', () => {
  test('is what the demand until then leaves, in order of expiry, each unit once, at the price of its batch', () => {
    const dear = { ...lot('2026-12-10', 50), unitPrice: 4 }
    const lots = [dear, lot('2026-11-30', 30), lot(null, 9), lot('2026-11-01', 4)]
    // 14 units at ₹35 per 15, 30 at ₹4.
    expect(stockAtRiskOf(lots, strips, twoADay, TODAY)).toEqual({
      ...{ unitsAtRisk: 44, valueAtRisk: 152.66 },
      lots: [
        { expiryDate: '2026-11-01', units: 4, demandUntil: 0, unitsAtRisk: 4 },
        { expiryDate: '2026-11-30', units: 30, demandUntil: 20, unitsAtRisk: 10 },
        { expiryDate: '2026-12-10', units: 50, demandUntil: 40, unitsAtRisk: 30 },
        { expiryDate: null, units: 9, demandUntil: null, unitsAtRisk: 0 },
      ],
    })
  })

  test('is not known without a forecast, but for what has expired', () => {
    const { lots, ...totals } = stockAtRiskOf([lot(TODAY, 5), lot('2026-11-20', 3)], strips, null, TODAY)
    expect(totals).toEqual({ unitsAtRisk: null, valueAtRisk: null })
    expect(lots.map(({ unitsAtRisk }) => unitsAtRisk)).toEqual([null, 3])
    expect(stockAtRiskOf([lot('2026-11-20', 3)], strips, null, TODAY)).toMatchObject({ valueAtRisk: 7 })
    expect(stockAtRiskOf([], strips, null, TODAY)).toEqual({ unitsAtRisk: 0, valueAtRisk: 0, lots: [] })
  })
})

const detail = { totals: { kind: 'week', periods: 2, errors: [-4, 4] } } as unknown as ForecastDetail
const input = (differing: Partial<OrderInput> = {}): OrderInput => ({
  ...{ medicine: { currentStock: 12, minStockLevel: 10 }, multiplier: 1, settings: defaultSettings },
  ...{ detail, demandUntil: twoADay, lots: [], today: TODAY },
  ...differing,
})

describe('the suggested order', () => {
  test('fills up to the forecast of lead time and review period and its safety stock', () => {
    const order = suggestedOrderOf(input())
    // 14 days of 2 units, plus 1.2816 × 4 for a service level of 95 %.
    expect(order).toMatchObject({ demand: 28, safety: { units: 5.13, errors: 2, periods: 2, kind: 'week' } })
    expect(order).toMatchObject({ minimumUpTo: 11, orderUpTo: 33.13, onHand: 12, onOrder: 0, suggested: 22 })
  })

  test('replaces what will have expired by then, and only that', () => {
    const lots = stockAtRiskOf([lot('2026-11-22', 10), lot('2027-11-22', 3_000)], strips, twoADay, TODAY).lots
    expect(suggestedOrderOf(input({ lots }))).toMatchObject({ expiring: 6, suggested: 28 })
  })

  test('lifts the stock above the level that needs restocking, by the minimum alone without a forecast', () => {
    const none = { detail: null, demandUntil: null }
    const orderAt = (multiplier: number) => suggestedOrderOf(input({ ...none, multiplier }))
    expect(orderAt(1)).toMatchObject({ demand: null, safety: null, orderUpTo: 11, suggested: 0 })
    expect(orderAt(1.5)).toMatchObject({ orderUpTo: 16, suggested: 4 })
    expect(orderAt(0)).toMatchObject({ orderUpTo: 0, suggested: 0 })
    // The forecast already includes the season, so the form's multiplier must not raise the order.
    expect(suggestedOrderOf(input({ multiplier: 1_000 }))).toEqual(suggestedOrderOf(input({ multiplier: 1 })))
  })
})
