import { passwordProblems } from '@mms/contracts'
import { http, outbox, withProof } from '@mms/sdk'
import { request, session } from '@mms/sdk/host'
import { problem, renderPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { UiProvider } from '@mms/ui'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  buildArea,
  buildManifest,
  freshPage,
  loadRemote,
  openShell,
  quietUsers,
  registryOf,
  submitSale,
  unreachable,
} from '../../test/support.tsx'
import { ClockHint } from './app-layout.tsx'

beforeEach(() => {
  localStorage.clear()
  freshPage()
  signInAs('staff')
})

it('folds the navigation into a menu that closes when a page was chosen', async () => {
  openShell('/nowhere', {})
  // at the width of the simulated screen the button is not shown
  fireEvent.click(await screen.findByLabelText('Open menu'))
  const menu = screen.getByLabelText('Menu')
  fireEvent.click(within(menu).getByText('Dashboard'))
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(screen.getByLabelText('Open menu').getAttribute('aria-expanded')).toBe('false')
})

it('asks for the password when an area needs a proof, and hands it the refusal or the answer', async () => {
  signInAs('admin')
  const { reauthenticate: code } = passwordProblems
  let isProven = false
  openShell('/', {
    'PUT /api/transactions/limits': () =>
      isProven ? { version: 1 } : problem(403, 'Please confirm', { code }),
    'POST /api/auth/reauthenticate': () => {
      isProven = true
      return new Response(null, { status: 204 })
    },
  })
  const send = () => withProof(() => http.put('/api/transactions/limits', { body: {}, quiet: true }))
  const givenUp = send()
  givenUp.catch(() => {})
  await screen.findByLabelText(/^Your password/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect(givenUp).rejects.toMatchObject({ problem: { code } })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const confirmed = send()
  fireEvent.change(await screen.findByLabelText(/^Your password/), { target: { value: 'her password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect((await confirmed).data).toEqual({ version: 1 })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('shows another user who signed in in another tab nothing of what the first one was typing', async () => {
  const page = async () => () => <input aria-label="Typed" />
  const area = buildArea({ routes: [{ path: '/medicines', load: page }] })
  loadRemote.mockResolvedValue({ area })
  openShell('/medicines', { 'GET /areas.json': registryOf(buildManifest()) })
  const typed = () => screen.findByLabelText<HTMLInputElement>('Typed')
  fireEvent.change(await typed(), { target: { value: 'half a sale' } })
  act(() => session.start({ token: 't2', _id: 'u2', name: 'Ravi', email: 'r@example.com', role: 'staff' }))
  await screen.findByRole('button', { name: /Ravi/ })
  expect((await typed()).value).toBe('')
})

it('keeps somebody signed in who is no administrator any more, and every page follows', async () => {
  signInAs('admin')
  const { user } = session.get()
  const demoted = { token: 'new-token', _id: user?.id, name: user?.name, email: user?.email, role: 'staff' }
  const isOld = ({ headers }: { headers: Headers }) => headers.get('authorization') === 'Bearer test-token'
  let isDemoted = false
  const { location } = openShell('/users', {
    'GET /api/users': (call) => {
      if (!isDemoted) return []
      return isOld(call) ? problem(401, 'Please sign in again') : problem(403, 'Not allowed')
    },
    ...quietUsers,
    'POST /api/auth/refresh': demoted,
  })
  await screen.findByRole('link', { name: 'Users' })
  await screen.findByRole('button', { name: 'Add user' })
  isDemoted = true
  await act(() => http.get('/api/users', { quiet: true }).catch(() => undefined))
  await screen.findByText('Only administrators can manage users.')
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add user' })).toBeNull()
  expect(location()).toBe('/users')
})

it('asks before somebody logs out while something waits to be sent', async () => {
  openShell('/', { ...unreachable, 'POST /api/auth/logout': {} })
  await submitSale()
  const [waiting] = outbox.list()
  const recorded = { ...waiting, key: 'k', state: 'recorded', title: 'Sale of 1 × Dolo' }
  localStorage.setItem(`mms.outbox.${waiting?.userId}.k`, JSON.stringify(recorded))
  const logout = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /Test staff/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    return within(screen.getByRole('alertdialog'))
  }
  const question = await logout()
  question.getByText(/Sale of 2 × Aspirin/)
  expect(question.queryByText(/Sale of 1 × Dolo/)).toBeNull()
  fireEvent.click(question.getByRole('button', { name: 'Stay signed in' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.click((await logout()).getByRole('button', { name: 'Log out' }))
  // navigation leaves the focus in a field of the new page
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Email/)))
})

const answerAt = async (ahead: number) => {
  const date = new Date(Date.now() - ahead * 60_000).toUTCString()
  stubApi({ 'GET /api/test': () => Response.json({}, { headers: { date } }) })
  await request('GET', '/api/test')
}

it.each([
  [-180, /clock is 3 hours behind\./],
  [60 * 24 * 400, /clock is 400 days ahead\./],
])('says how wrong the clock is, and nothing once it is right: %i minutes', async (ahead, text) => {
  renderPage(<ClockHint />, { wrap: (page) => <UiProvider>{page}</UiProvider> })
  await answerAt(ahead)
  await screen.findByText(text)
  await answerAt(0)
  await expect.poll(() => screen.queryByRole('status')).toBeNull()
})
