import { type BillDocument, type CreateNote, defaultBillSettings, noteApprovalSubject } from '@mms/contracts'
import { problem, renderPage, type StubbedCall, stubApi } from '@mms/sdk/test-support'
import { UiProvider } from '@mms/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshCounter, press, type } from '../../test/support.tsx'
import { BillPage } from './bill-page.tsx'

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

let printed: (string | null | undefined)[] = []
beforeEach(() => {
  freshCounter()
  printed = []
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-paper]')?.textContent))
})

/** The note is made, and its answer lost. */
const lose = (): never => {
  throw new TypeError('Failed to fetch')
}

/** The page of the bill with *Return* open. `refuse` answers the first request. */
async function openReturn(refuse?: () => unknown) {
  const posted: CreateNote[] = []
  const notes: BillDocument[] = []
  const subjects: string[] = []
  stubApi({
    [`GET ${path}`]: bill,
    'GET /api/bills/store': { ...defaultBillSettings, paper: 'A5', version: 1 },
    [`GET ${path}/notes`]: () => notes,
    [`POST ${path}/notes`]: ({ body }: StubbedCall) => {
      posted.push(body as CreateNote)
      const isRefused = refuse !== undefined && posted.length === 1
      if (refuse !== lose && isRefused) return refuse?.()
      if (notes.length === 0) notes.push(noteOf(body as CreateNote))
      return isRefused ? refuse() : Response.json(notes[0], { status: 201 })
    },
    'POST /api/auth/approvals': ({ body }: StubbedCall) => {
      const { purpose, subject } = body as { purpose: string; subject: string }
      subjects.push(`${purpose} ${subject}`)
      return { approval: 'approved' }
    },
  })
  renderPage(<BillPage />, {
    ...{ route: '/bills/:id', at: `/bills/${ID}` },
    wrap: (tree) => <UiProvider>{tree}</UiProvider>,
  })
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
  const { dialog, posted } = await openReturn(lose)
  fill(dialog, '3')
  dialog.getByText('At most 2 strips')
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Make the credit note' })
  expect(button.disabled).toBe(true)
  type(dialog.getByLabelText('Quantity'), '1.2')
  fireEvent.change(dialog.getByLabelText('Goods'), { target: { value: 'write-off' } })
  fireEvent.change(dialog.getByLabelText('Pay back by'), { target: { value: 'upi' } })
  dialog.getByText('₹10.00 comes off the open credit')
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
  expect(printed[0]).toMatch(/Off the open credit10\.00.*UPI30\.00/)
  expect(printed[0]).not.toContain('by UPI')
  expect(screen.queryByRole('dialog')).toBeNull()
  const link = screen.getByRole('link', { name: 'AC/26-27/000001' })
  expect(link.getAttribute('href')).toBe(`/bills/${posted[0]?._id}`)
})

it('says why the server refused, and keeps what was typed', async () => {
  const { dialog } = await openReturn(() => problem(409, 'Only 3 units of Dolo can still be returned'))
  fill(dialog, '.4')
  press('Make the credit note')
  await dialog.findByText(/Only 3 units of Dolo/)
  expect(dialog.getByLabelText<HTMLInputElement>('Quantity').value).toBe('.4')
  expect(printed).toEqual([])
})

it('asks an administrator to approve this note at this amount', async () => {
  const { dialog, posted, subjects } = await openReturn(() =>
    problem(403, 'A bill older than 30 days needs an administrator', { code: 'sales.approval_required' }),
  )
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
