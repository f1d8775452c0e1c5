import type { AuditEntry, Transaction } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { formatInstant } from '@mms/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHistory, build, keyOf, openSales, posts, showPage, showSales } from '../../test/support.tsx'
import { ChangesPage } from '../changes-page.tsx'

const LIST = 'GET /api/transactions'
const UNDO = 'POST /api/transactions/:id/reversal'
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const named = (name: string, parts: Partial<Transaction> = {}, isDeleted = false) =>
  build.transaction({
    createdAt: new Date().toISOString(),
    ...parts,
    medicineId: { _id: 'm', name, category: 'Vitamins', ...(isDeleted && { deleted: true }) },
  })

describe('undoing', () => {
  const openDialog = async (name: string) => {
    fireEvent.click((await rowOf(name)).getByRole('button', { name: `Undo sale of ${name}` }))
    return within(screen.getByRole('alertdialog'))
  }
  const confirm = (dialog: ReturnType<typeof within>) =>
    fireEvent.click(dialog.getByRole('button', { name: 'Undo transaction' }))

  it('asks first, undoes, and marks both', async () => {
    const sale = named('Vitamin C')
    const transactions = [sale]
    const { calls } = openSales([], {
      [LIST]: () => answerHistory(transactions),
      [UNDO]: () => {
        const undo = named('Vitamin C', { reverses: sale._id, totalAmount: -25 })
        transactions.splice(0, 1, undo, { ...sale, reversedBy: undo._id })
        return Response.json(undo, { status: 201 })
      },
    })
    const dialog = await openDialog('Vitamin C')
    dialog.getByText('Sale of 2 × Vitamin C')
    confirm(dialog)
    await screen.findByText('Transaction undone')
    await screen.findByText('Undone')
    expect(screen.queryByRole('button', { name: /^Undo sale/ })).toBeNull()
    expect(keyOf(posts(calls)[0])).toBeTruthy()
    screen.getByText('-₹25.00')
  })

  it('is offered to staff for what they recorded today, and to an administrator for all but samples', async () => {
    const by = (_id: string, name: string) => named(name, { recordedBy: { _id, name: 'Asha Rao' } })
    const staff = openSales([], {
      [LIST]: () =>
        answerHistory([
          by('user-staff', 'Own'),
          by('user-other', 'Foreign'),
          named('Old', { createdAt: '2026-11-20T06:30:00.000Z' }),
          named('Sample', { sample: true }),
          named('Deleted', {}, true),
        ]),
    })
    const offered = () =>
      screen.queryAllByRole('button', { name: /^Undo sale/ }).map((each) => each.ariaLabel)
    await rowOf('Deleted')
    expect(offered()).toEqual(['Undo sale of Own'])
    staff.unmount()
    signInAs('admin')
    showSales()
    await rowOf('Deleted')
    expect(offered()).toEqual(['Own', 'Foreign', 'Old'].map((name) => `Undo sale of ${name}`))
  })

  it('stays open when it failed, and tries again with the same key', async () => {
    let isAway = true
    const { calls } = openSales([], {
      [LIST]: () => answerHistory([named('Vitamin C')]),
      [UNDO]: () =>
        isAway ? problem(409, 'Only 1 units are left') : Response.json(named('Vitamin C'), { status: 202 }),
    })
    const dialog = await openDialog('Vitamin C')
    confirm(dialog)
    await dialog.findByText('Only 1 units are left')
    isAway = false
    confirm(dialog)
    await screen.findByText('The undo is waiting for the stock update')
    const [first, second, ...more] = posts(calls).map(keyOf)
    expect([second, more]).toEqual([first, []])
  })
})

const MADE = '2026-11-20T06:30:00.000Z'
const at = '2026-11-20T07:30:00.000Z'
const made = formatInstant(MADE)
const done = formatInstant(at)
const ravi = { actorId: 'u2', actorName: 'Ravi Kumar', requestId: null, address: null }
const entry = (action: string, parts: Partial<AuditEntry> = {}): AuditEntry => {
  const about = { _id: '1', at, action: `transaction.${action}`, subject: 's' }
  return { ...about, ...ravi, before: null, after: null, ...parts }
}

it('an administrator reads which stock was sold after its expiry, when that was made and when it arrived', async () => {
  signInAs('admin')
  const after = { madeAt: MADE, recordedAt: at, batches: 'N1, expired 2026-11-23' }
  const lateSale = entry('sold-after-expiry', { subjectName: 'sale of 2 × Zinc', after })
  stubApi({ 'GET /api/users': [], 'GET /api/transactions/history': [lateSale] })
  showPage(<ChangesPage />)
  const { textContent } = await screen.findByRole('row', { name: /Zinc/ })
  for (const text of ['Sold after expiry', 'Ravi Kumar', 'Batch N1, expired 2026-11-23'])
    expect(textContent).toContain(text)
  expect(textContent).toContain(`Made ${made}`)
  expect(textContent).toContain(`Recorded ${done}`)
})

describe('the history of a transaction', () => {
  async function linesOf(parts: Partial<Transaction>, record: AuditEntry) {
    const own = { recordedBy: { _id: 'u1', name: 'Asha Rao' }, createdAt: MADE }
    openSales([], {
      [LIST]: () => answerHistory([named('Vitamin C', { ...own, ...parts })]),
      'GET /api/transactions/:id/history': [record],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'History of Sale of 2 × Vitamin C' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History of this transaction' }))
    const items = within(await dialog.findByRole('list')).getAllByRole('listitem')
    return items.map((item) => [...item.children].map(({ textContent }) => textContent).join(' | '))
  }
  const undo = { after: { reversal: 'r1' } }
  const address = '203.0.113.9'

  it.each([
    ['Undone', { reversedBy: 'r1' }, entry('reversal-requested', { ...undo, address }), ` · ${address}`],
    ['Undo refused', {}, entry('reversal-requested', undo), ''],
    ['Discarded', { status: 'cancelled', cancelledAt: at }, entry('cancellation-requested'), ''],
    ['Discard requested', {}, entry('cancellation-requested'), ''],
  ] as const)('says who recorded it, and who did what to it: %s', async (what, parts, record, from) => {
    expect(await linesOf(parts, record)).toEqual([
      `${what} by Ravi Kumar | ${done}${from}`,
      `Recorded by Asha Rao | ${made}`,
    ])
  })
})
