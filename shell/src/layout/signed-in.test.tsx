import { http } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildArea, buildManifest, freshPage, openShell, registryOf } from '../../test/support.tsx'
import { loadRemoteArea } from '../areas/federation.ts'

vi.mock('../areas/federation.ts', () => ({ loadRemoteArea: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  freshPage()
})

it('another person signed in by another tab finds nothing of what the first one was typing', async () => {
  signInAs('staff')
  stubApi({ 'GET /api/test': {}, 'GET /areas.json': registryOf(buildManifest()) })
  const page = async () => () => <input aria-label="Typed" />
  const area = buildArea({ routes: [{ path: '/medicines', load: page }] })
  vi.mocked(loadRemoteArea).mockResolvedValue({ area })
  openShell('/medicines')
  const typed = () => screen.findByLabelText<HTMLInputElement>('Typed')
  fireEvent.change(await typed(), { target: { value: 'half a sale' } })
  act(() => session.start({ token: 't2', _id: 'u2', name: 'Ravi', email: 'r@example.com', role: 'staff' }))
  await screen.findByRole('button', { name: /Ravi/ })
  expect((await typed()).value).toBe('')
})

it('somebody who is no administrator any more stays signed in, and every page follows', async () => {
  signInAs('admin')
  const { user } = session.get()
  const demoted = { token: 'new-token', _id: user?.id, name: user?.name, email: user?.email, role: 'staff' }
  const isOld = ({ headers }: { headers: Headers }) => headers.get('authorization') === 'Bearer test-token'
  let isDemoted = false
  stubApi({
    'GET /api/test': {},
    'GET /areas.json': { areas: [] },
    'GET /api/users': (call) => {
      if (!isDemoted) return []
      return isOld(call) ? problem(401, 'Please sign in again') : problem(403, 'Not allowed')
    },
    'GET /api/users/second-steps': [],
    'GET /api/auth/settings': { administratorsNeedSecondStep: false, pinsAllowed: false },
    'POST /api/auth/refresh': demoted,
  })
  const { location } = openShell('/users')
  await screen.findByRole('link', { name: 'Users' })
  await screen.findByRole('button', { name: 'Add user' })
  isDemoted = true
  await act(() => http.get('/api/users', { quiet: true }).catch(() => undefined))
  await screen.findByText('Only administrators can manage users.')
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add user' })).toBeNull()
  expect(location()).toBe('/users')
})
