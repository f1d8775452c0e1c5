import { expect, it } from 'vitest'
import { formatCount, formatDate, formatInstant, formatRupees } from './format.ts'

it('writes rupees with two decimals and Indian grouping', () => {
  expect(formatRupees(0)).toBe('₹0.00')
  expect(formatRupees(4.5)).toBe('₹4.50')
  expect(formatRupees(1234567.891)).toBe('₹12,34,567.89')
})

it('writes counts with Indian grouping', () => {
  expect(formatCount(1234567)).toBe('12,34,567')
})

it('writes a calendar date the way of the locale and never a day off', () => {
  expect(formatDate('2027-03-01', 'en-IN')).toBe('1\u00a0Mar\u00a02027')
  expect(formatDate('2027-03-01', 'en-US')).toBe('Mar\u00a01,\u00a02027')
})

it('writes a date and its time in one line', () => {
  expect(formatInstant('2027-03-01T10:30:00Z', 'en-IN')).toMatch(
    /^\S*1\u00a0Mar\u00a02027,\u00a0\d+:\d+\u00a0[ap]m$/,
  )
})

it('writes N/A where there is no date', () => {
  expect(formatDate(null)).toBe('N/A')
  expect(formatDate('')).toBe('N/A')
})

it('leaves a text that is no date as it is', () => {
  expect(formatDate('890103-44-12')).toBe('890103-44-12')
  expect(formatDate('012345-08-09')).toBe('012345-08-09')
})
