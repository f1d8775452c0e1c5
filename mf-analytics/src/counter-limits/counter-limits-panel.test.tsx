import { type CounterLimits, defaultCounterLimits, type ShownCounterLimits } from '@mms/contracts'
import { type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { choose, press, showPage } from '../../test/support.tsx'
import { CounterLimitsPanel } from './counter-limits-panel.tsx'

const GET = 'GET /api/transactions/limits'
const PUT = 'PUT /api/transactions/limits'
const limits = (parts: Partial<ShownCounterLimits> = {}): ShownCounterLimits => ({
  ...defaultCounterLimits,
  version: 3,
  changes: [],
  ...parts,
})
const RETURNS = 'Returns by staff: units beyond those sold'

beforeEach(() => signInAs('admin'))

it('shows what holds and saves what was changed, on top of the version that it was read with', async () => {
  let current = limits()
  const calls = stubApi({
    [GET]: () => current,
    [PUT]: ({ body }: StubbedCall) => {
      current = limits({ ...(body as CounterLimits), version: 4 })
      return current
    },
  })
  showPage(<CounterLimitsPanel />)
  expect((await screen.findByLabelText<HTMLInputElement>(/^Ask if the price/)).value).toBe('3')
  choose(RETURNS, '0')
  choose('Ask if the price differs', '2.5')
  press('Save limits')
  expect(await screen.findByText('Limits saved')).toBeTruthy()
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers.get('if-match')).toBe('"3"')
  expect(put?.body).toEqual({ ...defaultCounterLimits, staffReturnUnits: 0, priceTimes: 2.5 })
})

it('shows who changed what', async () => {
  const change = { at: '2026-11-20T06:30:00.000Z', by: { _id: 'u', name: 'Asha' }, limit: 'expiryDays' }
  stubApi({ [GET]: limits({ changes: [{ ...change, from: 30, to: 60 }] }) })
  showPage(<CounterLimitsPanel />)
  const row = await screen.findByRole('row', { name: /Asha/ })
  expect(within(row).getByRole('rowheader').textContent).toBe('Ask if expiry is within (days)')
  expect(within(row).getByText('60')).toBeTruthy()
})
