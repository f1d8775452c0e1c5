import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateOfDay,
  dayNumber,
  periodDays,
  periodKinds,
  periodOfDay,
  periodStart,
  seasonLength,
} from './periods.ts'

describe('dayNumber', () => {
  it.each([
    ['1969-12-31', -1],
    ['2024-02-29', 19_782],
    ['0099-01-01', -683_368],
  ])('counts %s as day %i', (date, day) => {
    expect(dayNumber(date)).toBe(day)
  })

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', 'today', ''])('knows no day called %j', (date) => {
    expect(dayNumber(date)).toBeNaN()
  })

  it('is undone by dateOfDay', () => {
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 80_000 }), (day) => dayNumber(dateOfDay(day)) === day),
    )
  })
})

describe('periods', () => {
  it.each([
    ['week', '2026-11-23', '2026-11-23'],
    ['week', '2026-11-22', '2026-11-16'],
    ['month', '2026-11-22', '2026-11-01'],
    ['month', '1969-12-31', '1969-12-01'],
  ] as const)('the %s of %s begins on %s', (kind, date, start) => {
    expect(dateOfDay(periodStart(kind, periodOfDay(kind, dayNumber(date))))).toBe(start)
  })

  it.each([
    ['2024-02-01', 29],
    ['2026-02-01', 28],
  ])('the month of %s has %i days', (date, days) => {
    expect(periodDays('month', periodOfDay('month', dayNumber(date)))).toBe(days)
  })

  it('every day lies in exactly one period of a kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...periodKinds), fc.integer({ min: -25_000, max: 80_000 }), (kind, day) => {
        const period = periodOfDay(kind, day)
        expect(periodStart(kind, period)).toBeLessThanOrEqual(day)
        expect(periodStart(kind, period + 1)).toBeGreaterThan(day)
      }),
    )
  })
})

it.each([
  ['week', 52, 365.25 / 7],
  ['month', 12, 12],
  ['day', 365, 365.25],
] as const)('a season of %s %i is %d long', (kind, season, length) => {
  expect(seasonLength(kind, season)).toBe(length)
})
