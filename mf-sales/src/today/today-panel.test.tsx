import type { SalesToday } from '@mms/contracts'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, test } from 'vitest'
import { showPage } from '../../test/support.tsx'
import { describeComparison, TodayPanel, weekdayOf } from './today-panel.tsx'

const person = (name: string | null, sales: number) => ({ _id: `${name}`, name, sales, transactions: 2 })
const today: SalesToday = {
  date: '2026-11-23',
  sales: 12_400,
  transactions: 34,
  people: [person('Asha Rao', 9_000), person(null, 3_400)],
  weekBefore: { date: '2026-11-16', sales: 10_000, transactions: 34 },
}

beforeEach(() => signInAs('staff'))

it('shows sales and transactions beside the same weekday by this time, and who recorded them', async () => {
  stubApi({ 'GET /api/transactions/today': today })
  showPage(<TodayPanel />)
  const panel = await screen.findByRole('region', { name: 'Today' })
  for (const text of [
    /^Monday, /,
    '₹12,400.00',
    '▲ 24 % on last Monday, same time (₹10,000.00)',
    'Same as last Monday, same time (34)',
    '₹9,000.00 · 2',
    'Not known',
  ])
    expect(within(panel).getByText(text)).toBeTruthy()
  const link = within(panel).getByRole('link', { name: 'View today’s transactions' })
  expect(link.getAttribute('href')).toBe('/sales?startDate=2026-11-23&endDate=2026-11-23')
})

test.each([
  [120, 100, '▲ 20 % on last Friday, same time (100)'],
  [50, 100, '▼ 50 % on last Friday, same time (100)'],
  [-5, 100, '100 last Friday, same time'],
  [5, 0, '0 last Friday, same time'],
])('%d beside %d is "%s"', (now, before, text) => {
  expect(describeComparison(now, before, String(before), weekdayOf('2026-11-20'))).toBe(text)
})
