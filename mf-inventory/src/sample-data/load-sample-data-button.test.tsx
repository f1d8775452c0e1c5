import { useSuiteEvent } from '@mms/sdk'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, showPage } from '../../test/support.tsx'
import { LoadSampleDataButton } from './load-sample-data-button.tsx'

beforeEach(() => signInAs('staff'))

function Listener({ onChange }: { onChange: () => void }) {
  useSuiteEvent('medicines-changed', onChange)
  return <LoadSampleDataButton />
}

it('loads sample data with the token and tells the suite', async () => {
  let changes = 0
  const calls = stubApi({
    'GET /api/medicines/seed-sample-data': { success: true, count: 40, message: 'Loaded' },
  })
  showPage(<Listener onChange={() => (changes += 1)} />)
  press('Load Sample Data')
  expect(await screen.findByText('Successfully loaded 40 sample medicines!')).toBeTruthy()
  await expect.poll(() => changes).toBe(1)
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer test-token')
})

it.each([
  [() => problem(409, 'There are medicines already'), 'Error: There are medicines already'],
  [() => ({ success: false, count: 0, message: 'Switched off' }), 'Switched off'],
])('tells why sample data was not loaded (%#)', async (answer, text) => {
  stubApi({
    'GET /api/medicines/seed-sample-data': answer,
  })
  showPage(<LoadSampleDataButton />)
  press('Load Sample Data')
  expect(await screen.findByText(text)).toBeTruthy()
})
