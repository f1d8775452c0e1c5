import type { Transaction } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerCatalogue,
  answerHistory,
  buildSummary,
  buildTransaction,
  freshCounter,
  showSales,
} from '../../test/support.tsx'

const LIST = 'GET /api/transactions'
/** What the form asks for beside the history. */
const noMedicines = {
  'GET /api/users': [],
  'GET /api/medicines/catalogue': answerCatalogue([]),
  'GET /api/transactions/summary': buildSummary(),
}
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const named = (name: string, parts: Partial<Transaction> = {}) =>
  buildTransaction({
    createdAt: new Date().toISOString(),
    ...parts,
    medicineId: { _id: 'm', name, category: 'Vitamins' },
  })

beforeEach(freshCounter)

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
    const calls = stubApi({
      ...noMedicines,
      [LIST]: () => answerHistory(transactions),
      'POST /api/transactions/:id/reversal': () => {
        const undo = named('Vitamin C', { reverses: sale._id, totalAmount: -25 })
        transactions.splice(0, 1, undo, { ...sale, reversedBy: undo._id })
        return Response.json(undo, { status: 201 })
      },
    })
    showSales()
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
    stubApi({
      ...noMedicines,
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
    const calls = stubApi({
      ...noMedicines,
      [LIST]: () => answerHistory([named('Vitamin C')]),
      'POST /api/transactions/:id/reversal': () =>
        isAway ? problem(409, 'Only 1 units are left') : Response.json(named('Vitamin C'), { status: 202 }),
    })
    showSales()
    const dialog = await openDialog('Vitamin C')
    confirm(dialog)
    await dialog.findByText('Only 1 units are left')
    isAway = false
    confirm(dialog)
    await screen.findByText('The undo waits for the stock')
    const keys = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})
