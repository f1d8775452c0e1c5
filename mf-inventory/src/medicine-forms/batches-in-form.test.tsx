import { problem, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { save, server, shelf, showForm, stockShelf } from '../../test/edit-page.tsx'
import { buildBatch, type } from '../../test/support.tsx'

beforeEach(stockShelf)

const several = [buildBatch({ number: 'AB1', stock: 60 }), buildBatch({ number: 'AB2', stock: 40 })]

it('one batch is edited by the fields', async () => {
  stubApi({ ...server, 'GET /api/medicines/:id/batches': [buildBatch()] })
  showForm()
  await screen.findByLabelText(/^Current Stock/)
  await screen.findByLabelText(/^Expiry Date/)
})

it('several stand in the place of the fields, and all else is saved as before', async () => {
  const calls = stubApi({ ...server, 'GET /api/medicines/:id/batches': several })
  showForm()
  await screen.findByRole('row', { name: /AB1/ })
  expect(screen.queryByLabelText(/^Current Stock/)).toBeNull()
  expect(screen.queryByLabelText(/^Expiry Date/)).toBeNull()
  screen.getByRole('link', { name: 'on the medicine’s page' })
  type(/^Unit Price/, '13')
  save()
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({
      ...{ currentStock: shelf.stored.currentStock, unitPrice: 13, expiryDate: null },
    })
})

it('says in the server’s words where stock and dates of several batches are changed', async () => {
  const sentence =
    'Amoxicillin has several batches in stock. Please change stock and expiry dates batch by batch'
  const errors = { currentStock: 'is that of several batches' }
  stubApi({ ...server, 'PUT /api/medicines/:id': () => problem(409, sentence, { errors }) })
  showForm()
  await screen.findByLabelText(/^Current Stock/)
  type(/^Current Stock/, '90')
  save()
  await screen.findByText(new RegExp(sentence))
  screen.getByText('Current Stock is that of several batches')
})
