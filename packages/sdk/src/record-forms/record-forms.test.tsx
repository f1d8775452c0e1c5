import { fieldProps, formRules } from '@mms/sdk/forms'
import { RecordPage } from '@mms/sdk/record-page'
import { RecordTable } from '@mms/sdk/records'
import { problem, renderPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { TextField, UiProvider } from '@mms/ui'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AddPage, EditPage, type RecordForm } from './index.ts'

const emit = vi.fn()
const event = 'medicines-changed' as const
const names = { noun: 'company', plural: 'companies', api: '/api/companies', page: '/companies' }
const kind = { ...names, key: ['companies'], event, emit }
const stored = { _id: 'c1', name: 'Cipla', version: 1 }
type Company = typeof stored
const check = (value: unknown) => ({ success: true as const, data: value as { name: string } })
const form: RecordForm<Company, { name: string }, { name: string }, 'name'> = {
  rules: formRules({
    name: 'company',
    labels: { name: 'Name' },
    empty: { name: '' },
    schema: { safeParse: check },
    bodyOf: (values) => values,
  }),
  toValues: ({ name }) => ({ name }),
  Fields: ({ form: fields }) => <TextField label="Name" {...fieldProps(fields, 'name')} />,
}

const show = (page: ReactElement, at: string, route: string) =>
  renderPage(page, { at, route, wrap: (tree) => <UiProvider>{tree}</UiProvider> })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const typeName = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } })

beforeEach(() => {
  sessionStorage.clear()
  emit.mockClear()
  signInAs('admin')
})

it('adds one with the same key at every try, and leads back to the list', async () => {
  let isAway = true
  const calls = stubApi({ 'POST /api/companies': () => (isAway ? problem(503, 'Restarting') : stored) })
  const { location } = show(<AddPage kind={kind} form={form} />, '/companies/add', '/companies/add')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add Company')
  typeName('Cipla')
  press('Save Company')
  await screen.findByText('Restarting')
  isAway = false
  press('Save Company')
  await expect.poll(location).toBe('/companies')
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(emit).toHaveBeenCalledWith([])
})

it('keeps staff from the form that the server refuses', () => {
  signInAs('staff')
  stubApi({})
  show(<AddPage kind={kind} form={form} />, '/companies/add', '/companies/add')
  screen.getByText('Only an administrator can add companies')
  expect(screen.getByRole('link', { name: 'Back to the companies' }).getAttribute('href')).toBe('/companies')
})

it('saves over the version that it loaded, and shows what another user saved meanwhile', async () => {
  let current = stored
  const calls = stubApi({
    'GET /api/companies/:id': () => Response.json(current, { headers: { etag: `"${current.version}"` } }),
    'PUT /api/companies/:id': ({ headers }) =>
      headers.get('if-match') === `"${current.version}"` ? current : problem(412, 'Changed'),
  })
  const { location } = show(<EditPage kind={kind} form={form} />, '/companies/edit/c1', '/companies/edit/:id')
  await screen.findByLabelText('Name')
  current = { ...stored, name: 'Cipla Ltd', version: 2 }
  typeName('CIPLA')
  press('Save Company')
  const card = await screen.findByText('Someone else changed this company')
  const text = 'somebody else saved the company. Nothing you typed is lost.'
  expect(card.closest('[role=alert]')?.textContent).toContain(text)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name: Cipla → Cipla Ltd',
    'Name: Cipla → CIPLA',
  ])
  press('Keep my changes')
  press('Save Company')
  await expect.poll(location).toBe('/companies')
  const puts = calls.filter(({ method }) => method === 'PUT')
  expect(puts.map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"'])
  expect(emit).toHaveBeenCalledWith(['c1'])
})

it('asks before it deletes one, and says why that failed', async () => {
  let isAway = true
  stubApi({ 'DELETE /api/companies/:id': () => (isAway ? problem(503, 'Restarting') : {}) })
  const table = (
    <RecordTable
      kind={kind}
      columns={[{ header: 'Name', primary: true, cell: ({ name }) => name }]}
      rows={[stored]}
      stale={false}
      state={null}
      canDelete
      consequences={({ name }) => <li>{name} is gone.</li>}
    />
  )
  show(table, '/companies', '/companies')
  expect(screen.getByRole('link', { name: 'Edit Cipla' }).getAttribute('href')).toBe('/companies/edit/c1')
  press('Delete Cipla')
  screen.getByText('Cipla is gone.')
  press('Delete')
  await screen.findByText('Restarting')
  expect(emit).not.toHaveBeenCalled()
  press('Cancel')
  press('Delete Cipla')
  expect(screen.queryByText('Restarting')).toBeNull()
  isAway = false
  press('Delete')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(emit).toHaveBeenCalledWith(['c1'])
})

it.each([404, 400])('has a card in the place of one that is not there (%i)', async (status) => {
  stubApi({ 'GET /api/companies/:id': () => problem(status, 'No') })
  show(<RecordPage<Company> kind={kind}>{() => null}</RecordPage>, '/companies/c1', '/companies/:id')
  await screen.findByText('There is no such company')
})
