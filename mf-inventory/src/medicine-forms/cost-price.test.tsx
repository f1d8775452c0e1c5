import { signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerMedicine, buildMedicine, press, showPage, type } from '../../test/support.tsx'
import { EditMedicinePage } from './edit-medicine-page.tsx'

async function showEdit(costPrice?: number) {
  const medicine = buildMedicine(costPrice === undefined ? {} : { costPrice })
  const calls = stubApi({
    'GET /api/medicines/:id': () => answerMedicine(medicine),
    'GET /api/medicines/:id/batches': [],
    'PUT /api/medicines/:id': () => answerMedicine(medicine),
  })
  showPage(<EditMedicinePage />, { at: `/medicines/edit/${medicine._id}`, route: '/medicines/edit/:id' })
  await screen.findByLabelText(/^Medicine Name/)
  return async () => {
    press('Save Medicine')
    await screen.findByText('Medicine updated successfully')
    return calls.find(({ method }) => method === 'PUT')?.body
  }
}

beforeEach(() => sessionStorage.clear())

it.each([
  ['15.55', 15.55],
  ['', null],
])('an administrator sees the cost price and saves %j', async (typed, costPrice) => {
  signInAs('admin')
  const save = await showEdit(12)
  expect(screen.getByLabelText<HTMLInputElement>(/^Cost Price/).value).toBe('12')
  type(/^Cost Price/, typed)
  expect(await save()).toMatchObject({ costPrice })
})

it('staff neither see nor send it', async () => {
  signInAs('staff')
  const save = await showEdit()
  expect(screen.queryByLabelText(/^Cost Price/)).toBeNull()
  expect(await save()).not.toHaveProperty('costPrice')
})
