import { screen } from '@testing-library/react'
import { beforeEach, it } from 'vitest'
import {
  buildMedicine,
  buildTransaction,
  choose,
  freshCounter,
  SENT,
  showSales,
  startServer,
  submit,
} from '../../test/support.tsx'

beforeEach(freshCounter)

it('one that the server cannot finish is shown as such, and is not to be recorded again', async () => {
  const location = '/api/transactions/t1'
  startServer([buildMedicine({ name: 'Amoxicillin' })], {
    [SENT]: () =>
      Response.json(buildTransaction({ status: 'pending' }), { status: 202, headers: { location } }),
    'GET /api/transactions/t1': () => ({ ...buildTransaction(), status: 'stuck' }),
  })
  showSales()
  await choose('Amox')
  submit()
  await screen.findByText('Needs an administrator')
  screen.getByText(/Please do not record it again/)
})
