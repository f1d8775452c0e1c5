import { expect, it } from 'vitest'
import { namedDayRanges } from './history-filter-form.tsx'

const rangesOn = (today: string) =>
  Object.fromEntries(
    namedDayRanges(today).map(({ name, startDate, endDate }) => [name, `${startDate} ${endDate}`]),
  )

it.each([
  ['a Saturday', '2026-11-21', '2026-11-20', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
  ['a Monday', '2026-11-16', '2026-11-15', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
  ['a Sunday', '2026-11-22', '2026-11-21', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
  ['the new year', '2027-01-01', '2026-12-31', '2026-12-28 2027-01-03', '2027-01-01 2027-01-31'],
  [
    'the end of a leap February',
    '2028-02-29',
    '2028-02-28',
    '2028-02-28 2028-03-05',
    '2028-02-01 2028-02-29',
  ],
])('begins weeks on Monday and ends months on their last day: %s', (_, today, yesterday, week, month) => {
  expect(rangesOn(today)).toEqual({
    Today: `${today} ${today}`,
    Yesterday: `${yesterday} ${yesterday}`,
    'This week': week,
    'This month': month,
  })
})
