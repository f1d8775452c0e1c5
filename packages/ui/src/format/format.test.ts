import { act, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { formatDate, formatInstant, formatRupees, setTimeZone } from './format.ts'
import { Instant } from './instant.tsx'

it.each([
  [98_76_54_32_100.1, '₹98,76,54,32,100.10'],
  [-1_23_456.5, '-₹1,23,456.50'],
  [1_99_999.996, '₹2,00,000.00'],
])('writes lakhs and crores, returns and fractions of a paisa: %s', (amount, text) => {
  expect(formatRupees(amount)).toBe(text)
})

it('writes a date the way of the locale and never a day off, N/A for none, and a text that is none as it is', () => {
  expect(formatDate('2027-03-01', 'en-IN')).toBe('1\u00a0Mar\u00a02027')
  expect(formatDate('2027-03-01', 'en-US')).toBe('Mar\u00a01,\u00a02027')
  expect([null, '', '890103-44-12'].map((date) => formatDate(date))).toEqual(['N/A', 'N/A', '890103-44-12'])
})

describe('an instant', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '21 Nov 2026, 12:00 am'],
    ['Europe/London', '2026-03-29T01:00:00Z', '29 Mar 2026, 2:00 am'],
  ])('in %s is in one line what the clock of the store shows', (zone, at, shown) => {
    setTimeZone(zone)
    expect(formatInstant(at, 'en-IN')).toBe(shown.replaceAll(' ', '\u00a0'))
  })

  it('on the page follows the zone', () => {
    setTimeZone('Asia/Kolkata')
    render(createElement(Instant, { at: '2026-11-20T18:30:00Z' }))
    const before = screen.getByRole('time').textContent
    act(() => setTimeZone('Europe/London'))
    expect(screen.getByRole('time').textContent).not.toBe(before)
  })
})
