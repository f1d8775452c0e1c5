import { type CounterLimits, defaultCounterLimits, type ShownCounterLimits } from '@mms/contracts'
import { type StubbedCall, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { choose, press } from '../../test/support.tsx'
import { CounterLimitsPanel } from './counter-limits-panel.tsx'

it('shows who changed what, and saves what is changed on top of the version that it was read with', async () => {
  signInAs('admin')
  const change = { at: '2026-11-20T06:30:00.000Z', by: { _id: 'u', name: 'Asha' }, limit: 'expiryDays' }
  const changes = [{ ...change, from: 30, to: 60 }] as ShownCounterLimits['changes']
  let current: ShownCounterLimits = { ...defaultCounterLimits, version: 3, changes }
  const calls = stubApi({
    'GET /api/transactions/limits': () => current,
    'PUT /api/transactions/limits': ({ body }: StubbedCall) => {
      current = { ...(body as CounterLimits), version: 4, changes }
      return current
    },
  })
  showPage(<CounterLimitsPanel />)
  expect((await screen.findByLabelText<HTMLInputElement>(/^Ask if the price/)).value).toBe('3')
  const row = await screen.findByRole('row', { name: /Asha/ })
  expect(within(row).getByRole('rowheader').textContent).toBe('Ask if expiry is within (days)')
  within(row).getByText('60')
  choose('Returns by staff: units beyond those sold', '0')
  choose('Ask if the price differs', '2.5')
  press('Save limits')
  expect(await screen.findByText('Limits saved')).toBeTruthy()
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers.get('if-match')).toBe('"3"')
  expect(put?.body).toEqual({ ...defaultCounterLimits, staffReturnUnits: 0, priceTimes: 2.5 })
})
