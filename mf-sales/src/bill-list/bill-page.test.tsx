import '../../test/indexed-db.ts'
import {
  type BillDocument,
  type CreateNote,
  type CreatePaymentMove,
  defaultBillSettings,
  noteApprovalSubject,
  type OpenCredit,
  type PaymentMove,
} from '@mms/contracts'
import { problem, type StubbedCall, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { deleteDB } from 'idb'
import { expect, it } from 'vitest'
import { offline, press, recordPrints, showPage, type } from '../../test/support.tsx'
import { writeOwnCounter } from '../own-counter.ts'
import { BillPage } from './bill-page.tsx'
import { CreditsPage } from './credits-page.tsx'

const ID = '0193a000-0000-7000-8000-000000000001'
const LINE = '0193a000-0000-7000-8000-000000000002'
const path = `/api/bills/${ID}`
const money = { net: 7_000, taxable: 6_666, cgst: 167, sgst: 167, igst: 0 }

/** Two strips of 15 tablets at ₹35, half on credit. */
const bill: BillDocument = {
  ...{ _id: ID, number: 'A/26-27/000001', status: 'final', title: 'Cash Memo', day: '2026-11-26' },
  ...{ madeAt: '2026-11-26T06:30:00.000Z', recordedAt: '2026-11-26T06:30:00.000Z' },
  ...{ counter: { _id: ID, code: 'A' }, seller: { _id: 'u', name: 'Asha Rao' }, rates: [] },
  store: { ...defaultBillSettings, legalName: 'Rao', upiId: 'rao@bank' } as never,
  lines: [
    {
      ...{ _id: LINE, medicineId: ID, name: 'Dolo', manufacturer: 'Micro', hsn: '3004', schedule: 'none' },
      ...{ packWord: 'strip', unitWord: 'tablet', packSize: 15, units: 30, packPrice: 3_500, packMrp: null },
      ...{ batches: [{ number: 'AB12', expiryDate: '2030-01-31', units: 30 }], rateBp: 500, ...money },
      ...{ gross: 7_000, discount: 0, share: 0, found: 0, writtenOff: 0 },
    } as BillDocument['lines'][0],
  ],
  ...{ customer: null, doctor: null, billDiscount: 0, total: 7_000, roundOff: 0, payable: 7_000 },
  payments: [
    { mode: 'cash', amount: 6_000 },
    { mode: 'credit', amount: 1_000 },
  ],
  ...{ handedOver: false, rounding: 'capped' },
}

const noteOf = ({ _id, lines: [asked], reason }: CreateNote): BillDocument => ({
  ...{ ...bill, _id, number: 'AC/26-27/000001', title: 'Credit Note', day: '2026-11-27', reason },
  ...{ creditOf: { _id: ID, number: bill.number }, total: 3_967, roundOff: 33, payable: 4_000 },
  lines: bill.lines.map((line) => ({
    ...{ ...line, of: LINE, units: asked?.units ?? 0, net: 3_967, gross: 3_967 },
  })),
  payments: [
    { mode: 'credit', amount: 1_000 },
    { mode: 'upi', amount: 3_000 },
  ],
})

const printed = recordPrints()

const showBill = () => showPage(<BillPage />, { route: '/bills/:id', at: `/bills/${ID}` })

const movedBy = ({ _id, from, to, amount, reference }: CreatePaymentMove): PaymentMove => ({
  ...{ _id, from, to, amount, reference, recordedAt: '2026-11-26T06:40:00.000Z' },
  by: { _id: 'u', name: 'Asha Rao' },
})

/** The page of the bill with *Return* open. `refuse` answers the first request; `offline` loses the answer. */
async function openReturn(refuse?: () => unknown, moves: PaymentMove[] = []) {
  const posted: CreateNote[] = []
  const notes: BillDocument[] = []
  const subjects: string[] = []
  stubApi({
    [`GET ${path}`]: bill,
    'GET /api/bills/store': { ...defaultBillSettings, paper: 'A5', version: 1 },
    [`GET ${path}/notes`]: () => notes,
    [`GET ${path}/payment-moves`]: moves,
    [`POST ${path}/notes`]: ({ body }: StubbedCall) => {
      posted.push(body as CreateNote)
      const isRefused = refuse !== undefined && posted.length === 1
      if (refuse !== offline && isRefused) return refuse?.()
      if (notes.length === 0) notes.push(noteOf(body as CreateNote))
      return isRefused ? refuse() : Response.json(notes[0], { status: 201 })
    },
    'POST /api/auth/approvals': ({ body }: StubbedCall) => {
      const { purpose, subject } = body as { purpose: string; subject: string }
      subjects.push(`${purpose} ${subject}`)
      return { approval: 'approved' }
    },
  })
  showBill()
  fireEvent.click(await screen.findByRole('button', { name: 'Return' }))
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText(/AB12, exp .* · sold 2 strips · 2 strips returnable/)
  return { dialog, posted, subjects }
}
type Dialog = Awaited<ReturnType<typeof openReturn>>['dialog']

function fill(dialog: Dialog, quantity: string) {
  type(dialog.getByLabelText('Quantity'), quantity)
  type(dialog.getByLabelText(/^Reason/), 'Not needed')
}

it('takes packs and loose units back once, lowers the credit first and prints the note', async () => {
  const { dialog, posted } = await openReturn(offline)
  fill(dialog, '3')
  dialog.getByText('At most 2 strips')
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Make the credit note' })
  expect(button.disabled).toBe(true)
  type(dialog.getByLabelText('Quantity'), '1.2')
  fireEvent.change(dialog.getByLabelText('Goods'), { target: { value: 'write-off' } })
  fireEvent.change(dialog.getByLabelText('Pay back by'), { target: { value: 'upi' } })
  dialog.getByText('Open credit goes down by ₹10.00')
  // 17 of 30 tablets are 39.67 rupees, paid out as 40.
  dialog.getByText('Pay back ₹30.00')
  press('Make the credit note')
  await dialog.findByText('No answer yet. Try again.')
  await screen.findByRole('link', { name: 'AC/26-27/000001' })
  press('Make the credit note')
  await expect.poll(() => printed).toHaveLength(1)
  expect(posted[1]).toEqual({
    ...{ _id: posted[0]?._id, refundMode: 'upi', reason: 'Not needed' },
    lines: [{ line: LINE, units: 17, to: 'write-off' }],
  })
  expect(printed[0]).toMatch(/Credit Note.*For bill A\/26-27\/000001: Not needed.*Refund₹40\.00/)
  expect(printed[0]).toMatch(/Deducted from open credit10\.00.*UPI30\.00/)
  expect(printed[0]).not.toContain('by UPI')
  expect(screen.queryByRole('dialog')).toBeNull()
  const link = screen.getByRole('link', { name: 'AC/26-27/000001' })
  expect(link.getAttribute('href')).toBe(`/bills/${posted[0]?._id}`)
})

it('asks an administrator to approve this note at this amount', async () => {
  const why = 'Returns more than 30 days after the sale need an administrator'
  const refuse = () => problem(403, why, { code: 'sales.approval_required' })
  const { dialog, posted, subjects } = await openReturn(refuse)
  fill(dialog, '2')
  press('Make the credit note')
  type(await screen.findByLabelText(/^Administrator's email/), 'owner@pharmacy.test')
  type(screen.getByLabelText(/^Administrator's password/), 'a long enough password')
  press('Approve and record')
  await expect.poll(() => printed).toHaveLength(1)
  const [first, second] = posted
  expect(second).toEqual({ ...first, approval: 'approved' })
  expect(subjects).toEqual([`sales.return ${noteApprovalSubject(first?._id ?? '', ID, 7_000)}`])
})

it('pays back by the payments as they moved, from the drawer of this browser', async () => {
  const own = { _id: '0193a000-0000-7000-8000-000000000009', secret: 's'.repeat(43) }
  await writeOwnCounter({ ...own, code: 'B', name: 'Back' })
  const paid: CreatePaymentMove = { _id: ID, from: 'credit', to: 'upi', amount: 1_000, reference: '' }
  const { dialog, posted } = await openReturn(undefined, [movedBy(paid)])
  fill(dialog, '.4')
  dialog.getByText('Pay back ₹9.00')
  expect(dialog.queryByText(/Open credit goes down/)).toBeNull()
  press('Make the credit note')
  await expect.poll(() => printed).toHaveLength(1)
  expect(posted[0]?.counter).toEqual(own)
  await deleteDB('mms-bills')
})

it('corrects a payment, receives the open credit, and says why the server refused', async () => {
  const moves: PaymentMove[] = []
  const posted: CreatePaymentMove[] = []
  stubApi({
    'GET /api/bills/store': { ...defaultBillSettings, paper: 'A5', version: 1 },
    [`GET ${path}`]: bill,
    [`GET ${path}/notes`]: [],
    [`GET ${path}/payment-moves`]: () => moves,
    [`POST ${path}/payment-moves`]: ({ body }: StubbedCall) => {
      posted.push(body as CreatePaymentMove)
      if (posted.length === 1) return problem(409, 'The drawer of this bill is closed')
      if (posted.length === 4) return problem(422, 'This id was used for another payment')
      moves.push(movedBy(body as CreatePaymentMove))
      return posted.length === 3 ? offline() : Response.json(moves.at(-1), { status: 201 })
    },
  })
  showBill()
  fireEvent.click(await screen.findByRole('button', { name: 'Correct payment' }))
  const correct = within(screen.getByRole('dialog'))
  const [amount] = correct.getAllByRole<HTMLInputElement>('textbox')
  expect(amount?.value).toBe('60')
  expect(correct.getByLabelText<HTMLSelectElement>('Actually paid by').value).toBe('upi')
  type(amount as HTMLInputElement, '60.01')
  fireEvent.click(correct.getByRole('button', { name: 'Correct payment' }))
  await correct.findByText('At most ₹60.00', { selector: '[aria-live]' })
  type(amount as HTMLInputElement, '20')
  fireEvent.click(correct.getByRole('button', { name: 'Correct payment' }))
  await correct.findByText('The drawer of this bill is closed')
  fireEvent.click(correct.getByRole('button', { name: 'Correct payment' }))
  await screen.findByText('Cash corrected to UPI')
  expect(posted[1]).toEqual({ ...posted[0], from: 'cash', to: 'upi', amount: 2_000, reference: '' })
  const payments = within(screen.getByRole('region', { name: 'Payments' }))
  const held = () => payments.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(held()).toEqual(['₹40.00', '₹10.00', '₹20.00'])
  press('Receive payment')
  const receive = within(screen.getByRole('dialog'))
  fireEvent.change(receive.getByLabelText('Paid by'), { target: { value: 'card' } })
  type(receive.getByLabelText(/^Reference/), '4711')
  fireEvent.click(receive.getByRole('button', { name: 'Receive payment' }))
  await receive.findByText('No answer yet. Try again.')
  expect(receive.getByLabelText(/^Reference/).matches(':disabled')).toBe(true)
  press('Cancel')
  press('Receive payment')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Receive payment' }))
  await screen.findByText('Credit paid by Card')
  await screen.findByText('This id was used for another payment')
  press('Cancel')
  expect(posted[3]?._id).toBe(posted[2]?._id)
  expect(posted[2]).toMatchObject({ from: 'credit', to: 'card', amount: 1_000, reference: '4711' })
  await expect.poll(() => screen.queryByRole('button', { name: 'Receive payment' })).toBeNull()
})

it('finds the open credit of a customer by phone', async () => {
  const customer = { name: 'Meera Shah', phone: '9822012345' }
  const credit = (number: string, open: number): OpenCredit => {
    return { _id: number, number, day: '2026-11-28', payable: 50_000, open, customer }
  }
  const credits = [credit('A/26-27/000001', 20_000), credit('A/26-27/000009', 5_050)]
  stubApi({
    'GET /api/bills/credits': ({ query }: StubbedCall) =>
      query.get('phone') === '9822012345' ? credits : [],
  })
  showPage(<CreditsPage />)
  type(screen.getByLabelText(/^Phone/), '9822')
  press('Find')
  await screen.findByText('No open credit')
  type(screen.getByLabelText(/^Phone/), '9822012345')
  press('Find')
  await screen.findByText('Open ₹250.50')
  const link = screen.getByRole('link', { name: 'A/26-27/000009' })
  expect(link.getAttribute('href')).toBe('/bills/A/26-27/000009')
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('Meera Shah · 9822012345')
})
