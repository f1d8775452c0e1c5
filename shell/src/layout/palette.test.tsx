import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  buildArea,
  buildManifest,
  freshPage,
  loadRemote,
  openShell,
  registryOf,
} from '../../test/support.tsx'

const routes = ['/medicines', '/medicines/add', '/medicines/:id', '/bills/new']

const palette = {
  actions: [
    { label: 'New bill', to: '/bills/new' },
    { label: 'Add a medicine', to: '/medicines/add', role: 'admin' as const },
  ],
  finds: [
    { kind: 'Medicine', ask: '/api/medicines?limit=8&search=', label: ['name'], to: '/medicines/:_id' },
    {
      kind: 'Batch',
      ask: '/api/medicines/batches?number=',
      label: ['number', 'medicineName'],
      to: '/medicines/recalls?number=:number',
    },
  ],
}

const List = () => (
  <>
    <h1>Medicines</h1>
    <section aria-label="List of medicines">
      <ul>
        {['Dolo', 'Crocin'].map((name) => (
          <li key={name}>
            <a href={`/${name}`}>{name}</a> <button type="button">Delete {name}</button>
          </li>
        ))}
      </ul>
    </section>
  </>
)

const open = async () => {
  const page = openShell('/medicines')
  await screen.findByRole('region', { name: 'List of medicines' })
  return page
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  freshPage()
  // As Chromium does; an effect may not return it.
  Element.prototype.scrollIntoView = (() => Promise.resolve()) as () => void
  signInAs('staff')
  loadRemote.mockImplementation(async () => ({
    area: buildArea({ routes: routes.map((path) => ({ path, load: async () => List })) }),
  }))
  stubApi({
    'GET /api/test': {},
    'GET /areas.json': registryOf(buildManifest({ routes, slots: [], palette })),
    'GET /api/medicines': ({ query }: { query: URLSearchParams }) =>
      query.get('search') === 'dolo' ? [{ _id: '7', name: 'Dolo 650' }] : [],
    'GET /api/medicines/batches': ({ query }: { query: URLSearchParams }) =>
      query.get('number') === 'A/1'
        ? [{ number: 'A/1', medicineName: 'Dolo 650' }]
        : problem(400, 'No such number'),
  })
})

it.each([
  ['a medicine, though the search of batches fails', 'dolo', 'Dolo 650Medicine', '/medicines/7'],
  ['a batch', 'A/1', 'A/1 · Dolo 650Batch', '/medicines/recalls?number=A%2F1'],
])('finds %s, and goes there by keys alone', async (_, text, found, to) => {
  const { location } = await open()
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Page, action, medicine or batch number' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: text } })
  await waitFor(() => expect(options()).toEqual([found]))
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  press('Enter')
  expect(location()).toBe(to)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('does not go to what it found for an earlier text', async () => {
  const { location } = await open()
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: 'dolo' } })
  await waitFor(() => expect(options()).toEqual(['Dolo 650Medicine']))
  fireEvent.change(field, { target: { value: 'A/1' } })
  press('Enter')
  expect(location()).toBe('/medicines')
})

it('offers only what this role and these areas have, also by the arrow keys', async () => {
  const { location } = await open()
  press('k', { metaKey: true })
  await screen.findByRole('combobox')
  expect(options()).toEqual(['New billAction', 'DashboardPage', 'MedicinesPage', 'AccountPage'])
  press('ArrowUp')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('AccountPage')
  for (const key of ['ArrowDown', 'Enter']) press(key)
  expect(location()).toBe('/bills/new')
})

it('offers an administrator to add a medicine', async () => {
  signInAs('admin')
  await open()
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox')
  expect(options()).toContain('Add a medicineAction')
})

it('shows the keys by ?, which a field keeps for itself', async () => {
  await open()
  press('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }))
  dialog.getByText('print the whole list')
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox')
  press('?')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('leads from the top of the page to the first row', async () => {
  await open()
  fireEvent.click(screen.getByRole('link', { name: 'Skip to list' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Dolo'))
})

it.each([
  ['staff', ['Dashboard', 'Medicines']],
  ['admin', ['Dashboard', 'Reports']],
] as const)('shows the pages that %s needs most at the foot of a phone', async (role, labels) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  signInAs(role)
  const nav = ['Medicines', 'Reports', 'Other'].map((label, order) => ({
    label,
    to: `/${label.toLowerCase()}`,
    order: order + 1,
  }))
  openShell('/', { 'GET /areas.json': registryOf(buildManifest({ nav, slots: [] })) })
  const bar = within(await screen.findByRole('navigation', { name: 'Main pages' }))
  await waitFor(() => expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(labels))
})
