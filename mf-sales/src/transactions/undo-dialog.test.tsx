import type { AuditEntry, Transaction } from '@mms/contracts'
import { problem, renderPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { formatInstant, UiProvider } from '@mms/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHistory, build, openSales, showSales, startServer } from '../../test/support.tsx'
import { ChangesPage } from './changes-page.tsx'

const LIST = 'GET /api/transactions'
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const named = (name: string, parts: Partial<Transaction> = {}) =>
  build.transaction({
    createdAt: new Date().toISOString(),
    ...parts,
    medicineId: { _id: 'm', name, category: 'Vitamins' },
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
      'POST /api/transactions/:id/reversal': () => {
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
    expect(calls.some(({ headers }) => headers.has('idempotency-key'))).toBe(true)
    screen.getByText('-₹25.00')
  })

  it('is offered to staff for what they recorded today, and to an administrator for all', async () => {
    const old = named('Old', { createdAt: '2026-11-20T06:30:00.000Z' })
    const by = (_id: string, name: string) => named(name, { recordedBy: { _id, name: 'Asha Rao' } })
    startServer([], {
      [LIST]: () => answerHistory([by('user-staff', 'Own'), by('user-other', 'Foreign'), old]),
    })
    const offered = () =>
      screen.queryAllByRole('button', { name: /^Undo sale/ }).map((each) => each.getAttribute('aria-label'))
    const staff = showSales()
    await rowOf('Foreign')
    expect(offered()).toEqual(['Undo sale of Own'])
    staff.unmount()
    signInAs('admin')
    showSales()
    await rowOf('Foreign')
    expect(offered()).toHaveLength(3)
  })

  it('stays open when it failed, and tries again with the same key', async () => {
    let isAway = true
    const { calls } = openSales([], {
      [LIST]: () => answerHistory([named('Vitamin C')]),
      'POST /api/transactions/:id/reversal': () =>
        isAway ? problem(409, 'Only 1 units are left') : Response.json(named('Vitamin C'), { status: 202 }),
    })
    const dialog = await openDialog('Vitamin C')
    confirm(dialog)
    await dialog.findByText('Only 1 units are left')
    isAway = false
    confirm(dialog)
    await screen.findByText('The undo is waiting for the stock update')
    const keys = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

const lateSale: AuditEntry = {
  ...{ _id: '7', at: '2026-11-24T06:30:00.000Z', action: 'transaction.sold-after-expiry', subject: 't1' },
  ...{ subjectName: 'sale of 2 × Zinc', actorId: 'u2', actorName: 'Ravi Kumar' },
  ...{ requestId: null, address: null, before: null },
  after: {
    madeAt: '2026-11-22T06:30:00.000Z',
    recordedAt: '2026-11-24T06:30:00.000Z',
    batches: 'N1, expired 2026-11-23',
  },
}

it('an administrator reads which stock was sold after its expiry, when that was made and when it arrived', async () => {
  signInAs('admin')
  stubApi({ 'GET /api/users': [], 'GET /api/transactions/history': [lateSale] })
  renderPage(<ChangesPage />, { wrap: (page) => <UiProvider>{page}</UiProvider> })
  const row = await screen.findByRole('row', { name: /Zinc/ })
  for (const text of ['Sold after expiry', 'Ravi Kumar', 'Batch N1, expired 2026-11-23'])
    expect(row.textContent).toContain(text)
  expect(row.textContent).toContain(`Made ${formatInstant('2026-11-22T06:30:00.000Z')}`)
  expect(row.textContent).toContain(`Recorded ${formatInstant('2026-11-24T06:30:00.000Z')}`)
})

const RECORD = 'GET /api/transactions/:id/history'

const asha = { _id: 'u1', name: 'Asha Rao' }

const at = '2026-11-20T07:30:00.000Z'

const entry = (action: string, parts: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: '1',
  at,
  action: `transaction.${action}`,
  subject: 's',
  actorId: 'u2',
  actorName: 'Ravi Kumar',
  before: null,
  after: null,
  requestId: null,
  address: null,
  ...parts,
})

async function open(parts: Partial<Transaction>, record: Parameters<typeof stubApi>[0][string]) {
  const medicineId = { _id: 'm', name: 'Vitamin C', category: 'Vitamins' as const }
  openSales([], {
    'GET /api/transactions': () =>
      answerHistory([build.transaction({ medicineId, recordedBy: asha, ...parts })]),
    [RECORD]: record,
  })
  const title = `${parts.reverses ? 'Undo: ' : ''}Sale of 2 × Vitamin C`
  fireEvent.click(await screen.findByRole('button', { name: `History of ${title}` }))
  return within(await screen.findByRole('dialog', { name: 'History of this transaction' }))
}

const linesOf = async (dialog: ReturnType<typeof within>) => {
  const items = within(await dialog.findByRole('list')).getAllByRole('listitem')
  return items.map((item) => [...item.children].map(({ textContent }) => textContent).join(' | '))
}

const made = formatInstant('2026-11-20T06:30:00.000Z')

const done = formatInstant(at)

describe('the history of a transaction', () => {
  it('says who recorded and who undid it, and from where to who may see that', async () => {
    const undo = entry('reversal-requested', { after: { reversal: 'r1' }, address: '203.0.113.9' })
    const dialog = await open({ reversedBy: 'r1' }, [undo])
    expect(await linesOf(dialog)).toEqual([
      `Undone by Ravi Kumar | ${done} · 203.0.113.9`,
      `Recorded by Asha Rao | ${made}`,
    ])
  })

  it.each([
    ['Undo refused', {}, entry('reversal-requested', { after: { reversal: 'r1' } })],
    ['Discarded', { status: 'cancelled', cancelledAt: at }, entry('cancellation-requested')],
    ['Discard requested', {}, entry('cancellation-requested')],
  ] as const)('says who did it: %s', async (done, parts, entry) => {
    expect(await linesOf(await open(parts, [entry]))).toEqual([
      `${done} by Ravi Kumar | ${formatInstant(at)}`,
      `Recorded by Asha Rao | ${made}`,
    ])
  })
})
