import { stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  answerCatalogue,
  answerHistory,
  buildSummary,
  buildTransaction,
  freshCounter,
  showSales,
} from '../test/support.tsx'
import { area } from './area.ts'

beforeEach(freshCounter)

it('asks for what its definition has asked ahead', async () => {
  const medicineId = { _id: 'm', name: 'Vitamin C', category: 'Vitamins' as const }
  const calls = stubApi({
    'GET /api/users': [],
    'GET /api/medicines/catalogue': answerCatalogue([]),
    'GET /api/transactions': () => answerHistory([buildTransaction({ medicineId })]),
    'GET /api/transactions/summary': buildSummary(),
  })
  showSales()
  await screen.findByRole('row', { name: /Vitamin C/ })
  const addresses = calls.map(({ path, query }) => `${path}?${query}`)
  expect(addresses).toEqual(expect.arrayContaining(area.routes[0]?.asks ?? ['nothing is asked ahead']))
})
