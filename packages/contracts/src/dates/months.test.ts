import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, daysInMonth, monthAfter, monthOf, monthsBetween } from './months.ts'

test('the month of a date is a number', () => {
  expect([monthOf('2026-01-31'), monthOf('2026-12-01')]).toEqual([1, 12])
})

test('a month earlier is the same day or the last of a shorter month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', -12)).toBe('2025-01-15')
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
})

test.each([
  ['2026-02', 28],
  ['2028-02-29', 29],
  ['2026-12', 31],
])('%s has %i days', (month, days) => {
  expect(daysInMonth(month)).toBe(days)
})

test('months from one to another lead there', () => {
  const months = fc.integer({ min: -600, max: 600 })
  fc.assert(
    fc.property(months, months, (from, count) => {
      const month = monthAfter('2026-11-21', from)
      expect(monthsBetween(month, monthAfter(month, count))).toBe(count)
    }),
  )
})
