import { PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { buildManifest, freshPage, loadRemote, openShell, registryOf } from '../../test/support.tsx'
import { findDevelopedElsewhere } from './development.ts'
import { createPersonCookies, writePersonCookie } from './person-cookie.ts'
import { forgetOldRegistry, refreshRegistry, useRegistry } from './registry.ts'

const files = { container: 'mms_area_inventory', entry: 'assets/entry.js', definition: [], parts: {} }
const ofEntry = `sha256-${'A'.repeat(43)}=`
const integrity = { 'assets/entry.js': ofEntry }
const fits = { sdk: '^1', ui: '^1', react: '^19' }
const tooNew = { sdk: '^9', ui: '^1', react: '^19' }
const other = (build: string, requires: typeof fits) => ({
  baseUrl: `/areas/inventory/${build}/`,
  requires,
  integrity: `sha256-${'B'.repeat(43)}=`,
})

beforeEach(() => {
  freshPage()
  signInAs('staff')
})

function serve(build: string, requires: typeof fits, more: object = {}) {
  const manifest = buildManifest({ build, requires, files, integrity })
  const entry = { name: 'inventory', baseUrl: `/areas/inventory/${build}/`, manifest, ...more }
  return { areas: [entry] }
}

it('asks the browser to compare the entry with the integrity that the build names', async () => {
  openShell('/', { 'GET /areas.json': serve('b1', fits) })
  await screen.findByText('Total Medicines: 42')
  const entry = 'http://localhost:3000/areas/inventory/b1/assets/entry.js'
  const remote = { name: 'inventory', entry, entryGlobalName: files.container, integrity: ofEntry }
  expect(loadRemote).toHaveBeenCalledExactlyOnceWith(remote, 0)
})

it('takes the latest live build that fits, fetches no other, and offers no reload for it', async () => {
  const others = [other('b3', tooNew), other('b2', fits), other('b1', fits)]
  const older = buildManifest({ build: 'b2', files, integrity })
  const { calls } = openShell('/', {
    'GET /areas.json': serve('b4', tooNew, { others }),
    'GET /areas/inventory/b2/area.json': older,
  })
  await screen.findByText('Total Medicines: 42')
  expect(loadRemote.mock.calls.map(([remote]) => remote.entry)).toEqual([
    'http://localhost:3000/areas/inventory/b2/assets/entry.js',
  ])
  const ofArea = calls.map(({ path }) => path).filter((path) => path.startsWith('/areas/inventory/'))
  expect(ofArea).toEqual(['/areas/inventory/b2/area.json'])
  await act(refreshRegistry)
  expect(screen.queryByText(/new version/)).toBeNull()
})

it('reads the list again for a person who has just signed in, when builds differ by person', async () => {
  stubApi({ 'GET /areas.json': serve('b1', fits, { perPerson: true }) })
  await refreshRegistry()
  expect(useRegistry.getState().status).toBe('ready')
  forgetOldRegistry()
  expect(useRegistry.getState().status).toBe('loading')
})

it('notes who is signed in for the list of areas alone, and no person after the session', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  writePersonCookie()
  const { user } = session.get()
  const person = encodeURIComponent(`${user?.id} ${user?.email}`)
  const last = () => written.mock.calls.at(-1)?.[0]
  expect(last()).toBe(`${PERSON_COOKIE}=${person}; Path=/areas.json; SameSite=Strict; Max-Age=34560000`)
  session.end('here')
  writePersonCookie()
  expect(last()).toBe(`${PERSON_COOKIE}=; Path=/areas.json; SameSite=Strict; Max-Age=0`)
})

it('notes it over https where neither plain http nor a subdomain can', () => {
  expect(createPersonCookies({ id: 'u1', email: 'a@b.c' }, 'https:')).toEqual([
    `${SECURE_PERSON_COOKIE}=u1%20a%40b.c; Path=/; Secure; SameSite=Strict; Max-Age=34560000`,
    `${PERSON_COOKIE}=; Path=/areas.json; SameSite=Strict; Max-Age=0`,
  ])
})

it('loads no area that is developed elsewhere for another person, nor in a page that says nothing', async () => {
  signInAs('admin')
  const meta = document.head.appendChild(document.createElement('meta'))
  onTestFinished(() => meta.remove())
  meta.name = 'development'
  for (const content of ['__DEVELOPMENT__', '', 'inventory http://localhost:5101/ another-person']) {
    meta.content = content
    expect(findDevelopedElsewhere()).toBeUndefined()
  }
  openShell('/medicines', { 'GET /areas.json': registryOf(buildManifest()) })
  await screen.findByRole('heading', { name: 'Medicines' })
  expect(loadRemote.mock.calls[0]?.[0].entry).toContain('/areas/inventory/')
})
