import type { BillLineRow, BillReport, BillRow } from '@mms/contracts'
import { type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { billColumns, csvOf, lineColumns, ReportPage } from './report-page.tsx'

const none = { cash: 0, upi: 0, card: 0, credit: 0 }
const byMode = { ...none, cash: 10_900, upi: 30_000 }
const trade = { bills: 3, notes: 1, sales: 44_400, refunds: 3_500, byMode }
const report: BillReport = {
  ...{ ...trade, from: '2026-11-28', to: '2026-11-28', roundOff: -12, withoutDrawer: { ...none, cash: 700 } },
  rates: [{ rateBp: 500, taxable: 38_952, cgst: 974, sgst: 974, igst: 0 }],
  counters: [{ ...trade, _id: 'c', code: 'A', name: 'Front desk' }],
  people: [{ ...trade, _id: 'u', name: 'Asha Rao' }],
}

function show(answer: () => unknown = () => report) {
  const asked: string[] = []
  stubApi({
    'GET /api/bills/report': ({ query }: StubbedCall) => {
      asked.push(`${query.get('from')} ${query.get('to')}`)
      return answer()
    },
  })
  showPage(<ReportPage />, { at: '/bills/report?from=2026-11-28&to=2026-11-28' })
  return asked
}

beforeEach(() => signInAs('staff'))

it('shows sales, payments, tax, counters and people of a period', async () => {
  const asked = show()
  const texts = async (name: string) => (await screen.findByRole('region', { name })).textContent
  expect(await texts('Sales')).toMatch(/Sales₹444\.00Refunds₹35\.00Net₹409\.00Round-off-₹0\.12/)
  expect(await texts('Payments')).toMatch(/Cash₹109\.00UPI₹300\.00.*no drawer was openCash₹7\.00/)
  const row = (table: string) => within(screen.getByRole('table', { name: table })).getAllByRole('row')[1]
  expect(row('Tax by rate')?.textContent).toBe('5 %₹389.52₹9.74₹9.74₹0.00')
  expect(row('By counter')?.textContent).toMatch(/^A Front desk31₹444\.00₹35\.00₹109\.00₹300\.00/)
  expect(row('By person')?.textContent).toMatch(/^Asha Rao31₹444\.00/)
  type(screen.getByLabelText('From'), '2026-04-01')
  press('Show')
  await expect.poll(() => asked.at(-1)).toBe('2026-04-01 2026-11-28')
})

const byHeader = <Row,>({ headers, cellsOf }: ReturnType<typeof csvOf<Row>>, row: Row) =>
  Object.fromEntries(headers.map((header, at) => [header, cellsOf(row)[at]]))

it('writes bills and lines in rupees under their headers', () => {
  const taxes = { taxable: 3_333, cgst: 84, sgst: 83, igst: 0 }
  const day = '2026-11-28'
  const made = { number: 'AC/26-27/000001', kind: 'note' as const, day, madeAt: `${day}T09:00` }
  const about = { creditOf: 'A/26-27/000001', counter: 'A', seller: 'Asha' }
  const sums = { total: -3_500, roundOff: 5, payable: -3_495, cash: 0, upi: -3_495, card: 1, credit: 2 }
  const customer = { name: 'Meera', phone: '98', gstin: '' }
  const bill: BillRow = { ...made, ...taxes, ...about, ...sums, customer }
  expect(byHeader(csvOf(billColumns), bill)).toMatchObject({
    ...{ Kind: 'Credit note', 'For bill': 'A/26-27/000001', Phone: '98', 'Round-off': 0.05, Payable: -34.95 },
    ...{ Taxable: 33.33, SGST: 0.83, UPI: -34.95, Card: 0.01, Credit: 0.02 },
  })
  const sold = { seller: 'Asha', name: 'Dolo', manufacturer: 'Micro', hsn: '3004', batches: 'AB12' }
  const prices = { packPrice: 3_500, packMrp: null, discount: 100, net: -3_400, rateBp: 500 }
  const line: BillLineRow = { ...made, ...taxes, ...sold, ...prices, packSize: 15, units: -15 }
  expect(byHeader(csvOf(lineColumns), line)).toMatchObject({
    ...{ Batches: 'AB12', Units: -15, 'Units in a pack': 15, 'Pack price': 35, 'Pack MRP': '', Discount: 1 },
    ...{ Net: -34, 'GST %': 5, CGST: 0.84 },
  })
})
