import type { AuditEntry } from '@mms/contracts'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPage } from '../../test/support.tsx'
import { ChangesPage } from './changes-page.tsx'

const HISTORY = 'GET /api/medicines/history'
const changed: AuditEntry = {
  ...{ _id: '7', at: '2026-11-20T06:30:00.000Z', action: 'medicine.changed', subject: 'm1' },
  ...{ subjectName: 'Zinc', actorId: 'u2', actorName: 'Ravi Kumar', requestId: null, address: '203.0.113.9' },
  ...{ before: { unitPrice: 12.5 }, after: { unitPrice: 13 } },
}

it('an administrator reads who changed a price of which medicine, and when', async () => {
  signInAs('admin')
  const calls = stubApi({ 'GET /api/users': [], [HISTORY]: [changed] })
  showPage(<ChangesPage />, { at: '/medicines/history', route: '/medicines/history' })
  const row = await screen.findByRole('row', { name: /Zinc/ })
  expect(row.textContent).toMatch(/^Changed.*Ravi KumarZincPrice ₹12\.50 → ₹13\.00203\.0\.113\.9$/)
  fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'unitPrice' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply Filters' }))
  const asked = () => calls.findLast(({ path }) => path === '/api/medicines/history')?.query.toString()
  await expect.poll(asked).toContain('field=unitPrice')
})

it('is closed to staff, and asks the server nothing', async () => {
  signInAs('staff')
  stubApi({})
  showPage(<ChangesPage />, { at: '/medicines/history', route: '/medicines/history' })
  await screen.findByText('Only administrators can see this.')
})
