import { newKey, outbox } from '@mms/sdk'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshPage, openShell } from '../../test/support.tsx'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  freshPage()
  signInAs('staff')
})

it('asks before somebody logs out while something waits to be sent', async () => {
  stubApi({
    'GET /api/test': {},
    'GET /areas.json': { areas: [] },
    'POST /api/auth/logout': {},
    'POST /api/transactions': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  const [title, successText, failureText] = ['Sale of 2 × Aspirin', '', '']
  await outbox.submit({ key: newKey(), path: '/api/transactions', body: {}, title, successText, failureText })
  openShell('/')
  const logout = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    return within(screen.getByRole('alertdialog'))
  }
  const question = await logout()
  question.getByText(/Sale of 2 × Aspirin/)
  fireEvent.click(question.getByRole('button', { name: 'Stay signed in' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.click((await logout()).getByRole('button', { name: 'Log out' }))
  await screen.findByLabelText(/Email/)
})
