import { passwordProblems } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

/** What an area sends long after its person typed the password. */
function sendFromArea() {
  freshPage()
  signInAs('admin')
  let isProven = false
  const calls = stubApi({
    'GET /api/test': {},
    'GET /areas.json': { areas: [] },
    'PUT /api/transactions/limits': () =>
      isProven ? { version: 1 } : problem(403, 'Please confirm', { code: passwordProblems.reauthenticate }),
    'POST /api/auth/reauthenticate': () => {
      isProven = true
      return new Response(null, { status: 204 })
    },
  })
  openShell('/')
  const sent = withProof(() => http.put('/api/transactions/limits', { body: {}, quiet: true }))
  sent.catch(() => {})
  return { sent, calls }
}

it('asks for the password, and the area goes on', async () => {
  const { sent, calls } = sendFromArea()
  fireEvent.change(await screen.findByLabelText(/^Your password/), { target: { value: 'her password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect((await sent).data).toEqual({ version: 1 })
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('hands the refusal to the area of one who gives up', async () => {
  const { sent } = sendFromArea()
  await screen.findByLabelText(/^Your password/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect(sent).rejects.toMatchObject({ problem: { code: passwordProblems.reauthenticate } })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
