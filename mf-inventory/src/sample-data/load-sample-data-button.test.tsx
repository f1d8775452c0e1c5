import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, showPage } from '../../test/support.tsx'
import { LoadSampleDataButton } from './load-sample-data-button.tsx'

beforeEach(() => signInAs('staff'))

it.each([
  [() => problem(409, 'There are medicines already'), 'Error: There are medicines already'],
  [() => ({ success: false, count: 0, message: 'Switched off' }), 'Switched off'],
])('tells why sample data was not loaded (%#)', async (answer, text) => {
  stubApi({ 'GET /api/medicines/seed-sample-data': answer })
  showPage(<LoadSampleDataButton />)
  press('Load Sample Data')
  expect(await screen.findByText(text)).toBeTruthy()
})
