import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, monthAfter, monthsBetween } from './months.ts'

test('a month earlier is the same day or the last of a shorter month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', -12)).toBe('2025-01-15')
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
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
