import { session } from '@mms/sdk/host'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildArea, buildManifest, freshPage, openShell, registryOf } from '../../test/support.tsx'
import { developedElsewhere } from './development.ts'
import { loadRemoteArea } from './federation.ts'

// The network's edge: in a browser this fetches and runs another build's scripts.
vi.mock('./federation.ts', () => ({ loadRemoteArea: vi.fn() }))
const loadRemote = vi.mocked(loadRemoteArea)

const server = 'http://localhost:5101'
let meta: HTMLMetaElement

beforeEach(() => {
  freshPage()
  loadRemote.mockReset().mockImplementation(async () => ({ area: buildArea() }))
  meta = document.head.appendChild(document.createElement('meta'))
  meta.name = 'development'
})
afterEach(() => meta.remove())

/** The manifest of the development server is another than the published one's. */
const answers = () =>
  stubApi({
    'GET /areas.json': registryOf(buildManifest()),
    'GET /area.json': buildManifest({ entry: 'developed.json', build: 'development' }),
    'GET /api/test': {},
  })

it('loads an area from where the page says, for the person whom it names', async () => {
  signInAs('admin')
  meta.content = `inventory ${server}/ ${session.get().user?.id}`
  answers()
  openShell('/medicines')
  await screen.findByRole('heading', { name: 'Medicines' })
  expect(loadRemote.mock.calls[0]?.[0].entry).toBe(`${server}/developed.json`)
  expect(developedElsewhere()).toEqual({ name: 'inventory', origin: server })
})

it('loads nothing from there for another person, nor in a page that says nothing', async () => {
  signInAs('admin')
  for (const content of [`inventory ${server}/ another-person`, '__DEVELOPMENT__', '']) {
    meta.content = content
    expect(developedElsewhere()).toBeUndefined()
  }
  meta.content = `inventory ${server}/ another-person`
  answers()
  await act(async () => openShell('/medicines'))
  await screen.findByRole('heading', { name: 'Medicines' })
  expect(loadRemote.mock.calls[0]?.[0].entry).toContain('/areas/inventory/')
})
