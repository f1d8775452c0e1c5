import { type ReportQuery, reportQuerySchema } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { monthsIn, reportPeriodOf } from './period.ts'

const custom = (startDate: string, endDate: string): ReportQuery => ({ period: 'custom', startDate, endDate })

test.each([
  ['last-week', '2026-11-21', '2026-11-15', 7],
  ['last-month', '2026-03-31', '2026-03-01', 31],
  ['last-quarter', '2026-11-21', '2026-08-22', 92],
  ['last-quarter', '2026-05-31', '2026-03-01', 92],
  ['last-year', '2026-11-21', '2025-11-22', 365],
  ['last-year', '2028-02-29', '2027-03-01', 366],
] as const)('%s on %s begins %s and has %d', (period, today, startDate, days) => {
  expect(reportPeriodOf({ period }, today)).toMatchObject({ name: period, startDate, endDate: today, days })
})

test('the period before has as many days and ends the day before', () => {
  const { previous } = reportPeriodOf(custom('2026-03-01', '2026-03-10'), '2026-11-21')
  expect(previous).toEqual({ startDate: '2026-02-19', endDate: '2026-02-28' })
})

test('a report ends today at the latest, and does not begin after', () => {
  const begun = (startDate: string) => reportPeriodOf(custom(startDate, '2027-01-01'), '2026-11-21')
  expect(begun('2026-11-20')).toMatchObject({ endDate: '2026-11-21', days: 2 })
  expect(() => begun('2026-11-22')).toThrow(/not begin after today/)
})

test('months are those that the days touch', () => {
  const months = ['2025-11', '2025-12', '2026-01', '2026-02']
  expect(monthsIn({ startDate: '2025-11-30', endDate: '2026-02-01' })).toEqual(months)
})

describe('what may be asked', () => {
  const wrongFields = (query: object) =>
    (reportQuerySchema.safeParse(query).error?.issues ?? []).map(({ path }) => path.join('.'))
  const ordinary = { period: 'custom', startDate: '2026-01-01', endDate: '2026-01-31' }

  test.each([
    ['nothing: last month', {}, []],
    ['one day', { ...ordinary, endDate: '2026-01-01' }, []],
    ['ten years', { ...ordinary, startDate: '2016-02-01' }, []],
    ['an unknown period', { period: 'forever' }, ['period']],
    ['custom without dates', { period: 'custom' }, ['startDate', 'endDate']],
    ['days backwards', { ...ordinary, endDate: '2025-12-31' }, ['endDate']],
    ['more than ten years', { ...ordinary, startDate: '2015-12-31' }, ['startDate']],
    ['dates with another period', { period: 'last-week', startDate: '2026-01-01' }, ['startDate']],
  ])('%s', (_, query, expected) => {
    expect(wrongFields(query)).toEqual(expected)
  })
})
