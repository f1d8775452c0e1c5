import type { OpenCredit } from '@mms/contracts'
import { type StubbedCall, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { CreditsPage } from './credits-page.tsx'

const credit = (number: string, open: number): OpenCredit => ({
  _id: number,
  number,
  day: '2026-11-28',
  payable: 50_000,
  open,
  customer: { name: 'Meera Shah', phone: '9822012345' },
})

it('finds the open credit of a customer by phone', async () => {
  const credits = [credit('A/26-27/000001', 20_000), credit('A/26-27/000009', 5_050)]
  stubApi({
    'GET /api/bills/credits': ({ query }: StubbedCall) =>
      query.get('phone') === '9822012345' ? credits : [],
  })
  showPage(<CreditsPage />)
  type(screen.getByLabelText(/^Phone/), '9822')
  press('Find')
  await screen.findByText('No open credit')
  type(screen.getByLabelText(/^Phone/), '9822012345')
  press('Find')
  await screen.findByText('Open ₹250.50')
  const link = screen.getByRole('link', { name: 'A/26-27/000009' })
  expect(link.getAttribute('href')).toBe('/bills/A/26-27/000009')
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('Meera Shah · 9822012345')
})
