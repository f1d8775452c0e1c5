import { type BillSettings, defaultBillSettings, type ShownBillSettings } from '@mms/contracts'
import { type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { StorePage } from './store-page.tsx'

const GET = 'GET /api/bills/store'
const PUT = 'PUT /api/bills/store'
const shown = (parts: Partial<ShownBillSettings> = {}): ShownBillSettings => ({
  ...defaultBillSettings,
  version: 3,
  ...parts,
})

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>((text) => text.replace('*', '') === label)
const enter = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) type(field(label), value)
}

beforeEach(() => signInAs('admin'))

it('saves names, licences, limits and rates as the contract wants them', async () => {
  let current = shown()
  const calls = stubApi({
    [GET]: () => current,
    [PUT]: ({ body }: StubbedCall) => {
      current = shown({ ...(body as BillSettings), version: 4 })
      return current
    },
  })
  showPage(<StorePage />)
  await screen.findByText('Missing: Legal name, Address, State, GSTIN, Drug licence')
  const names = { 'Legal name': 'Asha Medicals', Address: '4 MG Road, Pune', State: '27' }
  enter({ ...names, 'Tax status': 'regular', GSTIN: '27aapfu0939f1zv' })
  enter({ 'Licence 1': 'MH-20B-1', 'Licence 1 valid until': '2020-01-31' })
  await screen.findByText('Licence MH-20B-1 has expired')
  enter({ 'Licence 2': 'MH-21B-1', 'Discount (%)': '7.25', 'Credit (₹)': '500.50' })
  enter({ 'Medicine rate 1 (%)': '', 'Medicine rate 1 from': '' })
  enter({ 'Medicine rate 3 (%)': '3', 'Medicine rate 3 from': '2027-04-01' })
  press('Save store')
  await screen.findByText('Store saved')
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers.get('if-match')).toBe('"3"')
  expect(put?.body).toEqual({
    ...defaultBillSettings,
    legalName: 'Asha Medicals',
    address: '4 MG Road, Pune',
    stateCode: '27',
    taxStatus: 'regular',
    gstin: '27AAPFU0939F1ZV',
    licences: [
      { number: 'MH-20B-1', validUntil: '2020-01-31' },
      { number: 'MH-21B-1', validUntil: null },
    ],
    limits: { ...defaultBillSettings.limits, discountBasisPoints: 725, creditPaise: 50_050 },
    rates: {
      ...defaultBillSettings.rates,
      medicine: [
        { from: '2025-09-22', basisPoints: 500 },
        { from: '2027-04-01', basisPoints: 300 },
      ],
    },
  })
})
