import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

const quiet = { 'GET /api/test': {}, 'GET /areas.json': { areas: [] } }

beforeEach(freshPage)

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('second steps on the users page', () => {
  const ravi = {
    ...{ _id: 'u2', name: 'Ravi Kumar', email: 'ravi@example.com', role: 'staff' as const },
    ...{ disabled: false, createdAt: '2026-01-04T10:00:00.000Z' },
  }
  const open = async (more = {}) => {
    signInAs('admin')
    const calls = stubApi({
      ...quiet,
      'GET /api/users': [ravi],
      'GET /api/users/second-steps': ['u2'],
      'GET /api/auth/settings': { administratorsNeedSecondStep: false, pinsAllowed: false },
      ...more,
    })
    openShell('/users')
    return calls
  }

  it('an administrator removes the second step of a user, after a question', async () => {
    const calls = await open({
      'DELETE /api/users/:id/second-step': () => new Response(null, { status: 204 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove second step of Ravi Kumar' }))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Remove second step' }))
    await screen.findByText('Second step removed')
    expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/api/users/u2/second-step')
  })

  it('is asked for the password where it was typed long ago, and goes on', async () => {
    let isProven = false
    const asked = problem(403, 'Please confirm with your password', { code: 'auth.reauthenticate' })
    await open({
      'PUT /api/auth/settings': () =>
        isProven ? { administratorsNeedSecondStep: true, pinsAllowed: false } : asked.clone(),
      'POST /api/auth/reauthenticate': () => {
        isProven = true
        return new Response(null, { status: 204 })
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Administrators need a second step' }))
    press('Save')
    await screen.findByLabelText(/^Your password/)
    fireEvent.change(screen.getByLabelText(/^Your password/), { target: { value: 'mine' } })
    press('Confirm')
    await screen.findByText('Saved')
  })

  it('the switch alone is saved, and says why it cannot be', async () => {
    const sentence = 'Set up a second step for yourself first, on your account page'
    const calls = await open({ 'PUT /api/auth/settings': () => problem(409, sentence) })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Administrators need a second step' }))
    press('Save')
    await screen.findByText(new RegExp(sentence))
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ administratorsNeedSecondStep: true })
  })
})
