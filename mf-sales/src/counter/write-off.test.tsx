import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  buildBatch,
  buildMedicine,
  buildTransaction,
  choose,
  chooseType,
  enter,
  field,
  frames,
  freshCounter,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

const REASON = 'This stock has not expired: enter the reason'
const old = { number: 'OLD', expiryDate: '2026-01-31' }

beforeEach(freshCounter)

async function start(
  batches: Parameters<typeof buildBatch>[0][],
  more: Parameters<typeof startServer>[1] = {},
) {
  const server = startServer([buildMedicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })], {
    'GET /api/medicines/:id/batches': batches.map(buildBatch),
    ...more,
  })
  showSales()
  await choose('Dolo')
  chooseType('Expired')
  await frames()
  return server
}

it.each([
  ['has not expired', [{ stock: 40 }]],
  ['has no date', [{ number: null, expiryDate: null, stock: 40 }]],
  ['is not known by batch', []],
  ['has expired in part', [old, { stock: 35 }]],
])('a write-off of stock that %s asks for a reason', async (_, batches) => {
  const { calls } = await start(batches)
  type(field(/^Quantity/), '6')
  for (let count = 0; count < 2; count += 1) {
    enter()
    await frames()
  }
  expect(screen.getByText(REASON)).toBeTruthy()
  expect(document.activeElement).toBe(field(/^Note/))
  expect(posts(calls)).toEqual([])
  type(field(/^Note/), 'broken in the fridge')
  enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  expect(posts(calls)[0]?.body).toMatchObject({ type: 'expired', note: 'broken in the fridge' })
})

it('a write-off of expired stock is recorded by one Enter', async () => {
  const { calls } = await start([old, { stock: 35 }])
  type(field(/^Quantity/), '5')
  enter()
  await expect.poll(() => posts(calls).length).toBe(1)
})

it('a write-off above the limit of staff is approved from its card', async () => {
  const refusal = 'At most ₹0.00 more today of stock that has not expired; the rest needs an administrator'
  const { calls } = await start([{ stock: 40 }], {
    'POST /api/auth/approvals': { approval: 'signed', by: { _id: 'a', name: 'Meera Nair' } },
    [SENT]: ({ body }: StubbedCall) =>
      'approval' in (body as object)
        ? Response.json(buildTransaction({ type: 'expired' }), { status: 201 })
        : problem(403, refusal, { code: 'sales.approval_required', errors: { approval: refusal } }),
  })
  type(field(/^Note/), 'flood')
  enter()
  await screen.findByText(`Not recorded: ${refusal}`)
  press('Ask an administrator')
  const dialog = within(screen.getByRole('dialog', { name: 'An administrator must approve this write-off' }))
  expect(dialog.getByText(/Your password approves this write-off only/)).toBeTruthy()
  type(dialog.getByLabelText(/email/), 'meera@example.com')
  type(dialog.getByLabelText(/^Administrator's password/), 'correct horse')
  fireEvent.click(dialog.getByRole('button', { name: 'Approve and record' }))
  await expect.poll(() => posts(calls).filter(({ path }) => path === '/api/transactions').length).toBe(2)
  const asked = posts(calls).find(({ path }) => path === '/api/auth/approvals')
  expect(asked?.body).toMatchObject({ purpose: 'sales.write_off' })
  expect(posts(calls).at(-1)?.body).toMatchObject({ type: 'expired', note: 'flood', approval: 'signed' })
})

it('the history says which write-offs have no reason', async () => {
  const { history } = startServer([])
  const finding = { code: 'written_off_early' as const, value: 50, compared: 5, unasked: true as const }
  history.push(buildTransaction({ type: 'expired', confirmed: [finding] }))
  showSales()
  expect(await screen.findByText('Unconfirmed: 5 not expired, worth ₹50.00')).toBeTruthy()
})
