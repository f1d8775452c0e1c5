import { signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerList, buildMedicine, showPage } from '../test/support.tsx'
import { area } from './area.ts'
import { MedicinesPage } from './medicines/medicines-page.tsx'

it('asks for what its definition has asked ahead', async () => {
  signInAs('staff')
  const calls = stubApi({
    'GET /api/medicines/categories': ['Antibiotics'],
    'GET /api/medicines': () => answerList([buildMedicine({ name: 'Vitamin C' })]),
  })
  showPage(<MedicinesPage />, { at: '/medicines', route: '/medicines' })
  await screen.findByRole('row', { name: /Vitamin C/ })
  const addresses = calls.map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path))
  expect(addresses).toEqual(expect.arrayContaining(area.routes[0]?.asks ?? ['nothing is asked ahead']))
})
