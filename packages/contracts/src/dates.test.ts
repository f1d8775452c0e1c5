import { describe, expect, test } from 'vitest'
import { calendarDateSchema } from './dates.ts'
import { addDays, startOfStoreDay, storeDate } from './store-date.ts'

describe('the store date', () => {
  test.each([
    ['2026-03-28T18:29:59.999Z', '2026-03-28'],
    ['2026-03-28T18:30:00.000Z', '2026-03-29'],
    ['2026-12-31T18:30:00.000Z', '2027-01-01'],
  ])('changes at midnight in Kolkata: %s is %s', (instant, date) => {
    expect(storeDate('Asia/Kolkata', new Date(instant))).toBe(date)
  })

  test('follows the zone it is asked for', () => {
    const at = new Date('2026-03-29T01:30:00Z')
    expect(storeDate('America/New_York', at)).toBe('2026-03-28')
    expect(storeDate('Pacific/Auckland', at)).toBe('2026-03-29')
  })

  test('refuses a zone that does not exist', () => {
    expect(() => storeDate('Asia/Atlantis')).toThrow(RangeError)
  })
})

describe('a calendar date', () => {
  test.each(['2026-02-28', '2028-02-29', '1900-01-01', '9999-12-31'])('takes %s', (date) => {
    expect(calendarDateSchema.safeParse(date).success).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '1899-12-31',
    '2026-1-5',
    '20261-01-05',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '',
  ])('refuses "%s"', (date) => {
    expect(calendarDateSchema.safeParse(date).success).toBe(false)
  })
})

test('days are added over the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 30)).toBe('2027-01-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

describe('the start of a store day', () => {
  test.each([
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', 'Etc/GMT+12', '2026-11-20T12:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    // Midnight does not exist there on this day: clocks go from 23:59:59 to 01:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s in %s is %s', (date, timeZone, instant) => {
    expect(startOfStoreDay(date, timeZone).toISOString()).toBe(instant)
    expect(storeDate(timeZone, new Date(instant))).toBe(date)
  })
})
