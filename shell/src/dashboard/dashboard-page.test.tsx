import { useQuery } from '@mms/sdk'
import { signInAs } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  buildArea,
  buildManifest,
  freshPage,
  loadRemote,
  openShell,
  registryOf,
} from '../../test/support.tsx'

let isUp: boolean

function Total() {
  const { data } = useQuery({ queryKey: ['total'], queryFn: () => 42 })
  return <p>Total Medicines: {data ?? 0}</p>
}

beforeEach(() => {
  freshPage()
  signInAs('staff')
  loadRemote.mockResolvedValue({ area: buildArea({ widgets: { dashboard: async () => Total } }) })
})

const openDashboard = () =>
  openShell('/', {
    'GET /areas.json': registryOf(buildManifest()),
    'GET /api/test': () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return {}
    },
  })

const checkConnection = (up: boolean) => {
  isUp = up
  return act(async () => void window.dispatchEvent(new Event(up ? 'online' : 'offline')))
}

it('keeps the last figures with their time while the server is away', async () => {
  isUp = true
  openDashboard()
  await screen.findByText('Total Medicines: 42')
  expect(screen.queryByText(/^Figures from/)).toBeNull()
  await checkConnection(false)
  await screen.findByText(/^Figures from/)
  screen.getByText('Total Medicines: 42')
  await checkConnection(true)
  await vi.waitFor(() => expect(screen.queryByText(/^Figures from/)).toBeNull(), 60_000)
})

it('shows one message, and no zero, when the server was away from the start', async () => {
  isUp = false
  openDashboard()
  await screen.findByText('The figures will appear when the server is connected.')
  expect(screen.queryByText(/Total Medicines/)).toBeNull()
  await checkConnection(true)
  await screen.findByText('Total Medicines: 42')
})
