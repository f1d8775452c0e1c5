import type { ListedBill } from '@mms/contracts'
import { renderPage } from '@mms/sdk/test-support'
import { UiProvider } from '@mms/ui'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BillsTable } from './bills-page.tsx'

const bill = (number: string, differing: Partial<ListedBill>): ListedBill => ({
  ...{ _id: number, number, status: 'final', day: '2026-11-26', madeAt: '2026-11-26T06:30:00.000Z' },
  ...{ seller: { _id: 'u', name: 'Asha Rao' }, payable: 3_500, customer: null, lines: 1 },
  ...{ handedOver: false, differs: false, ...differing },
})

it('tells bills, void numbers and credit notes apart', () => {
  const creditOf = { _id: 'a', number: 'A/26-27/000001' }
  const bills = [
    bill('A/26-27/000001', {}),
    bill('A/26-27/000002', { status: 'void', reason: 'Stolen laptop' }),
    bill('AC/26-27/000001', { creditOf }),
  ]
  renderPage(<BillsTable bills={bills} stale={false} />, { wrap: (tree) => <UiProvider>{tree}</UiProvider> })
  const rows = screen.getAllByRole('row').slice(1)
  const words = ['Booked', 'Void', 'Credit note']
  const shown = rows.map((row) => words.filter((word) => within(row).queryByText(word)))
  expect(shown).toEqual(words.map((word) => [word]))
})
