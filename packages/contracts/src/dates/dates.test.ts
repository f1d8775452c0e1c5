import { describe, expect, test } from 'vitest'
import { calendarDateSchema, timeZoneSchema } from './dates.ts'
import { addDays, startOfStoreDay, storeDate, storeDayBounds } from './store-date.ts'

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

describe('the days of a store', () => {
  test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/London', 'America/St_Johns', 'Asia/Beirut'])(
    'in %s follow each other without a gap, also where the clock is changed',
    (timeZone) => {
      let end = startOfStoreDay('2026-01-01', timeZone)
      for (let date = '2026-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
        const { from, until } = storeDayBounds({ startDate: date, endDate: date }, timeZone)
        expect(from).toEqual(end)
        end = until as Date
        expect([from as Date, new Date(end.getTime() - 1)].map((at) => storeDate(timeZone, at))).toEqual([
          date,
          date,
        ])
      }
    },
  )

  test.each([
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['America/St_Johns', '2026-03-08', 23],
    ['America/St_Johns', '2026-11-01', 25],
    ['Asia/Kathmandu', '2026-03-29', 24],
  ])('in %s %s has %i hours', (timeZone, date, hours) => {
    const { from, until } = storeDayBounds({ startDate: date, endDate: date }, timeZone)
    expect(((until?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 3_600_000).toBe(hours)
  })

  test('are open at an end that is not given, and after the last date that there is', () => {
    const timeZone = 'Asia/Kathmandu'
    expect(storeDayBounds({}, timeZone)).toEqual({ from: undefined, until: undefined })
    expect(storeDayBounds({ endDate: '9999-12-31' }, timeZone).until).toBeUndefined()
    expect(storeDayBounds({ startDate: '2026-11-20', endDate: '2026-11-21' }, timeZone)).toEqual({
      from: new Date('2026-11-19T18:15:00Z'),
      until: new Date('2026-11-21T18:15:00Z'),
    })
  })
})

describe('a time zone', () => {
  test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Kathmandu', 'Asia/Katmandu', 'Europe/London', 'UTC'])(
    'is %s',
    (name) => expect(timeZoneSchema.parse(name)).toBe(name),
  )

  test.each(['', 'Moon/Crater', '+05:30', '5', 'Asia/Kolkata ', 'x'.repeat(65)])('is not "%s"', (name) => {
    expect(timeZoneSchema.safeParse(name).success).toBe(false)
  })
})
