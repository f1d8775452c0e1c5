import { describe, expect, test } from 'vitest'
import { calendarDateSchema, timeZoneSchema } from './dates.ts'
import { addDays, startOfStoreDay, storeDate, storeDayBounds } from './store-date.ts'

test.each(['2026-02-28', '2028-02-29', '1900-01-01', '9999-12-31'])('%s is a calendar date', (date) => {
  expect(calendarDateSchema.safeParse(date).success).toBe(true)
})

test.each(['2026-02-29', '2026-13-01', '1899-12-31', '2026-1-5', '2026-01-05T00:00:00Z', ' 2026-01-05', ''])(
  '"%s" is no calendar date',
  (date) => {
    expect(calendarDateSchema.safeParse(date).success).toBe(false)
  },
)

test('days are added over the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 30)).toBe('2027-01-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test.each([
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
  // Midnight does not exist there on this day: clocks go from 23:59:59 to 01:00.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the store day %s in %s starts at %s', (date, timeZone, instant) => {
  expect(startOfStoreDay(date, timeZone).toISOString()).toBe(instant)
  expect(storeDate(timeZone, new Date(instant))).toBe(date)
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

test.each(['Asia/Kolkata', 'Asia/Katmandu', 'UTC'])('%s is a time zone', (name) =>
  expect(timeZoneSchema.parse(name)).toBe(name),
)

test.each(['', 'Moon/Crater', '+05:30', 'Asia/Kolkata ', 'x'.repeat(65)])('"%s" is none', (name) => {
  expect(timeZoneSchema.safeParse(name).success).toBe(false)
})
