import { addDays, type DemandFactors, receivedFactorsSchema } from '@mms/contracts'
import { dayNumber, periodOfDay, periodStart } from '@mms/forecast'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../settings/store.ts'
import { createDemandUntil, demandAhead, demandOfMonth } from './demand-ahead.ts'
import { consumptionHistoryOf, type DayFacts } from './history.ts'
import { createCategorySeason, createMaker, createPeriodMultiplier, type MadeForecast } from './make.ts'

const TODAY = '2026-11-25'
const even = receivedFactorsSchema.parse(undefined)
const winterly = (winter: number): DemandFactors => ({
  ...{ ...even, seasonal: true, seasonalTrend: { winter, spring: 1, summer: 1, fall: 1 } },
})

function madeFrom(facts: DayFacts, factors = even, coverDays = 14): MadeForecast {
  const givenOf = createPeriodMultiplier(defaultSettings, TODAY)
  const histories = {
    weeks: consumptionHistoryOf(facts, TODAY, 'week'),
    months: consumptionHistoryOf(facts, TODAY, 'month'),
  }
  return createMaker({ today: TODAY, coverDays, givenOf }, createCategorySeason([histories]))(
    'a',
    factors,
    histories,
  )
}

/** Units sold on each day before today, oldest first. */
function facts(perDay: readonly number[], differing: Partial<DayFacts> = {}): DayFacts {
  const consumed = perDay.map((units, index) => ({
    day: addDays(TODAY, index - perDay.length),
    sold: Math.max(0, units),
    returned: Math.max(0, -units),
  }))
  return { firstDay: addDays(TODAY, -perDay.length), consumed, empty: [], ...differing }
}
const steady = (days: number, units = 2) => Array.from({ length: days }, () => units)

/** Returns every number at any depth of the value. */
function figures(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(figures) : []
}

function expectSane({ listed, detail }: MadeForecast): void {
  for (const figure of figures([listed, detail])) expect(Number.isFinite(figure)).toBe(true)
  expect(figures([listed.coverUnits, listed.perWeek, listed.months]).every((each) => each >= 0)).toBe(true)
  for (const forecast of detail ? [detail.weeks, ...(detail.months ? [detail.months] : [])] : []) {
    const { mean, low80, high80, low95, high95, base, factors } = forecast
    for (const [i, units] of mean.entries()) {
      expect(units).toBeGreaterThanOrEqual(0)
      expect(Math.abs(base * (factors[i] as number) - units)).toBeLessThanOrEqual(units * 1e-4)
      const [low, lowest] = [low80[i] as number, low95[i] as number]
      const [high, highest] = [high80[i] as number, high95[i] as number]
      expect(lowest).toBeGreaterThanOrEqual(0)
      expect(lowest).toBeLessThanOrEqual(low)
      expect(high).toBeLessThanOrEqual(highest)
    }
  }
}

describe('a forecast', () => {
  test('without history has no figures', () => {
    const { listed, detail } = madeFrom({ firstDay: null, consumed: [], empty: [] })
    expect(detail).toBeNull()
    const none = { method: null, knownWeeks: 0, perWeek: null, coverUnits: null, months: null }
    expect(listed).toMatchObject(none)
  })

  test.each([
    ['multipliers of 1000', steady(300), winterly(1000)],
    ['returns larger than sales', steady(300).map((units, i) => (i % 2 ? -5 : units)), even],
    ['a single huge day', [...steady(200), 1_000_000, ...steady(30)], even],
    ['nothing for a year', [...steady(200), ...steady(365, 0)], winterly(1000)],
  ])('stays sane with %s', (_, perDay, factors) => {
    expectSane(madeFrom(facts(perDay), factors))
  })
})

describe('demand of the days ahead', () => {
  const { detail } = madeFrom(facts(steady(500)), winterly(2))
  if (!detail) throw new Error('There is a history')
  const from = dayNumber(TODAY)

  test('is the same whether it is added up in one go or day by day, and never falls', () => {
    const until = createDemandUntil(detail, from)
    let before = 0
    for (const ahead of [-5, 0, 1, 6, 30, 91, 92, 200, 420, 900]) {
      const units = until(from + ahead)
      expect(units).toBeCloseTo(demandAhead(detail, from, from + ahead), 6)
      expect(units).toBeGreaterThanOrEqual(before)
      before = units
    }
    expect(until(from - 1)).toBe(0)
  })

  test('repeats the year where nothing is forecast any more', () => {
    const month = periodOfDay('month', from)
    const days = (ahead: number) =>
      demandAhead(detail, periodStart('month', month + ahead), periodStart('month', month + ahead + 1) - 1)
    expect(days(14)).toBeCloseTo(days(26), 6)
    expect(days(12)).toBeCloseTo(demandOfMonth(detail, month + 12), 6)
  })
})
