import type { AuditEntry } from '@mms/contracts'
import { renderPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { formatInstant, UiProvider } from '@mms/ui'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangesPage } from './changes-page.tsx'

const lateSale: AuditEntry = {
  ...{ _id: '7', at: '2026-11-24T06:30:00.000Z', action: 'transaction.sold-after-expiry', subject: 't1' },
  ...{ subjectName: 'sale of 2 × Zinc', actorId: 'u2', actorName: 'Ravi Kumar' },
  ...{ requestId: null, address: null, before: null },
  after: {
    madeAt: '2026-11-22T06:30:00.000Z',
    recordedAt: '2026-11-24T06:30:00.000Z',
    batches: 'N1, expired 2026-11-23',
  },
}

it('an administrator reads which stock was sold after its expiry, when that was made and when it arrived', async () => {
  signInAs('admin')
  stubApi({ 'GET /api/users': [], 'GET /api/transactions/history': [lateSale] })
  renderPage(<ChangesPage />, { wrap: (page) => <UiProvider>{page}</UiProvider> })
  const row = await screen.findByRole('row', { name: /Zinc/ })
  for (const text of ['Sold after expiry', 'Ravi Kumar', 'Batch N1, expired 2026-11-23'])
    expect(row.textContent).toContain(text)
  expect(row.textContent).toContain(`Made ${formatInstant('2026-11-22T06:30:00.000Z')}`)
  expect(row.textContent).toContain(`Recorded ${formatInstant('2026-11-24T06:30:00.000Z')}`)
})

it('an administrator reads which odd price nobody confirmed, and whose it was', async () => {
  signInAs('admin')
  const odd: AuditEntry = {
    ...{ ...lateSale, action: 'transaction.unconfirmed' },
    ...{ before: { price_far: 30 }, after: { price_far: 300 } },
  }
  stubApi({ 'GET /api/users': [], 'GET /api/transactions/history': [odd] })
  renderPage(<ChangesPage />, { wrap: (page) => <UiProvider>{page}</UiProvider> })
  const row = await screen.findByRole('row', { name: /Zinc/ })
  expect(row.textContent).toMatch(/^Unconfirmed.*Ravi Kumar.*10 × the usual price/)
})
