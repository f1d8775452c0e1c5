import type { Medicine } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerMedicine, buildMedicine, press, showPage, type } from '../../test/support.tsx'
import { AddMedicinePage } from './add-medicine-page.tsx'
import { EditMedicinePage } from './edit-medicine-page.tsx'

const CODE = '4006381333931'
const field = () => screen.findByLabelText<HTMLInputElement>('Barcode')

async function showAdd() {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/composition': { composition: null },
    'POST /api/medicines': () => Response.json({}, { status: 201 }),
  })
  showPage(<AddMedicinePage />, { at: '/medicines/add', route: '/medicines/add' })
  type(/^Medicine Name/, 'Dolo 650')
  type(/^Category/, 'Antipyretics')
  return calls
}

async function showEdit(medicine: Medicine, save: () => unknown = () => answerMedicine(medicine)) {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/composition': { composition: null },
    'GET /api/medicines/:id': () => answerMedicine(medicine),
    'GET /api/medicines/:id/batches': [],
    'PUT /api/medicines/:id': save,
  })
  showPage(<EditMedicinePage />, { at: `/medicines/edit/${medicine._id}`, route: '/medicines/edit/:id' })
  await field()
  return calls
}

const saved = async (calls: { method: string; body: unknown }[]) => {
  press('Save Medicine')
  await expect.poll(() => calls.at(-1)?.method).toMatch(/POST|PUT/)
  return calls.at(-1)?.body as Record<string, unknown>
}

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

it('goes to the server without the gaps that are printed', async () => {
  const calls = await showAdd()
  type('Barcode', '4 006381 333931')
  expect(await saved(calls)).toMatchObject({ barcode: CODE })
})

it('is judged beside the field, and stops the form', async () => {
  const calls = await showAdd()
  type('Barcode', '4006381333932')
  press('Save Medicine')
  await screen.findByText('Barcode is mistyped: its check digit does not fit. Compare it with the pack')
  type('Barcode', '123')
  await screen.findByText('Must have 8, 12, 13 or 14 digits')
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('of a scanner ends with Enter, which does not save but leads on', async () => {
  const calls = await showAdd()
  const barcode = await field()
  type('Barcode', CODE)
  barcode.focus()
  expect(fireEvent.keyDown(barcode, { key: 'Enter' })).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText(/^Current Stock/))
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('that another medicine has is said at the field', async () => {
  await showEdit(buildMedicine(), () =>
    problem(409, 'This barcode is already used by Crocin', {
      errors: { barcode: 'is already used by Crocin' },
    }),
  )
  type('Barcode', CODE)
  press('Save Medicine')
  await screen.findByText('Barcode is already used by Crocin')
  expect(document.activeElement).toBe(await field())
})

it('is shown and can be taken off', async () => {
  const calls = await showEdit(buildMedicine({ barcode: CODE }))
  expect((await field()).value).toBe(CODE)
  type('Barcode', '')
  expect(await saved(calls)).toMatchObject({ barcode: null })
})
