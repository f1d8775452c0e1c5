import type { AuditEntry } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

const ravi = '0193a000-0000-7000-8000-000000000002'
const quiet = {
  'GET /api/test': {},
  'GET /areas.json': { areas: [] },
  'GET /api/users': [
    { _id: ravi, name: 'Ravi Kumar', email: 'r@example.com', role: 'staff', disabled: false, createdAt: '' },
  ],
}
const HISTORY = 'GET /api/users/history'
const entry = (_id: string, parts: Partial<AuditEntry>): AuditEntry => ({
  _id,
  at: '2026-11-20T06:30:00.000Z',
  action: 'sign-in.succeeded',
  subject: 'r@example.com',
  actorId: ravi,
  actorName: 'Ravi Kumar',
  before: null,
  after: null,
  requestId: 'request-1',
  address: '203.0.113.9',
  ...parts,
})

beforeEach(() => {
  freshPage()
  signInAs('admin')
})

describe('sign-ins and changes', () => {
  it('say what, when, who, about whom, before and after, and from where', async () => {
    const refused = { action: 'sign-in.refused', actorId: null, actorName: null, subject: 'x@example.com' }
    stubApi({
      ...quiet,
      [HISTORY]: [
        entry('3', { ...refused, after: { reason: 'auth.invalid_credentials' } }),
        entry('2', {
          action: 'user.changed',
          subject: ravi,
          actorName: 'Asha Rao',
          before: { role: 'staff', disabled: false },
          after: { role: 'admin', disabled: true },
        }),
        entry('1', {}),
      ],
    })
    openShell('/users/history')
    const table = within(await screen.findByRole('table', { name: 'Sign-ins and changes' }))
    await expect.poll(() => table.getAllByRole('row')[2]?.textContent).toContain('Ravi Kumar')
    const texts = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/Sign-in refused.*-x@example.comReason: wrong email or password203/)
    expect(texts[2]).toMatch(/User changed.*Asha RaoRavi KumarRole Staff → AdministratorDisabled no → yes/)
    expect(texts[3]).toMatch(/Signed in.*Ravi Kumarr@example.com-203\.0\.113\.9/)
  })

  it('are filtered by person, kind and days, in the address', async () => {
    const calls = stubApi({ ...quiet, [HISTORY]: [entry('1', {})] })
    openShell('/users/history')
    await screen.findByRole('option', { name: 'Ravi Kumar' })
    fireEvent.change(screen.getByLabelText('Who'), { target: { value: ravi } })
    fireEvent.change(screen.getByLabelText('What'), { target: { value: 'sign-in.refused' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply Filters' }))
    const asked = () => calls.findLast(({ path }) => path === '/api/users/history')?.query.toString()
    await expect.poll(asked).toContain(`person=${ravi}&action=sign-in.refused`)
  })

  it('are closed to staff, and ask the server nothing', async () => {
    signInAs('staff')
    stubApi({ 'GET /api/test': {}, 'GET /areas.json': { areas: [] } })
    openShell('/users/history')
    await screen.findByText('Only administrators can see this.')
  })

  it('say when there is nothing, and why they cannot be shown', async () => {
    let isBroken = true
    stubApi({ ...quiet, [HISTORY]: () => (isBroken ? problem(500, 'Out of order') : []) })
    openShell('/users/history')
    await screen.findByText('Out of order')
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Nothing found')
  })
})
