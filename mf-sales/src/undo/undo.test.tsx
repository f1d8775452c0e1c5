import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  amoxicillin,
  build,
  button,
  form,
  keyOf,
  offline,
  openSales,
  press,
  pressUndoKey,
  REVERSAL,
  reversals,
  reverse,
  SENT,
  sell,
} from '../../test/support.tsx'
import { outboxItemOf } from '../draft/submission.ts'

describe('the undo of what was recorded', () => {
  it('stands in its message, and leaves the focus in the picker', async () => {
    const { calls, history } = openSales([amoxicillin()], { [REVERSAL]: reverse })
    await sell(39)
    fireEvent.mouseDown(button('Undo'))
    press('Undo')
    expect(await screen.findByText('Transaction undone')).toBeTruthy()
    expect(reversals(calls).map(({ path }) => path)).toEqual([
      `/api/transactions/${history[0]?._id}/reversal`,
    ])
    expect(keyOf(reversals(calls)[0])).toBeTruthy()
    expect(keyOf(reversals(calls)[0])).not.toBe(keyOf(calls.find(({ path }) => path === '/api/transactions')))
    expect(document.activeElement).toBe(form.picker())
  })

  it('is one key: the last one first, each once, and none while the key is held', async () => {
    const { calls, history } = openSales([amoxicillin()], { [REVERSAL]: reverse })
    await sell(39)
    await sell(38)
    pressUndoKey()
    pressUndoKey({ repeat: true })
    await expect.poll(() => reversals(calls).length).toBe(1)
    expect(reversals(calls)[0]?.path).toContain(history[0]?._id)
    pressUndoKey()
    await expect.poll(() => reversals(calls).length).toBe(2)
    expect(reversals(calls)[1]?.path).toContain(history[1]?._id)
    pressUndoKey()
    expect(await screen.findByText('Nothing to undo')).toBeTruthy()
    expect(reversals(calls)).toHaveLength(2)
    expect(document.activeElement).toBe(form.picker())
  })

  it('after a reload means what was recorded last, whichever answer came last', async () => {
    const [first, second] = [amoxicillin(), build.medicine({ name: 'Cetirizine', unitPrice: 3 })]
    for (const [index, medicine] of [first, second].entries()) {
      const sale = { medicineId: medicine._id, type: 'sale' as const, quantity: 1, unitPrice: 3, note: '' }
      const at = `2026-11-20T10:0${index}:00.000Z`
      const kept = { userId: 'user-staff', at, state: 'waiting', attempts: 1, nextAt: 0 }
      const entry = { ...outboxItemOf(`key-${index}`, sale, medicine), ...kept }
      localStorage.setItem(`mms.outbox.user-staff.key-${index}`, JSON.stringify(entry))
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const server = openSales([first, second], {
      [REVERSAL]: reverse,
      [SENT]: async (call: StubbedCall) => {
        if (keyOf(call) === 'key-0') await promise
        return server.record(call)
      },
    })
    await expect.poll(() => server.history.length).toBe(1)
    resolve()
    await expect.poll(() => screen.queryAllByText(/^Transaction recorded successfully/).length).toBe(2)
    pressUndoKey()
    await expect.poll(() => reversals(server.calls).length).toBe(1)
    const lastSold = server.history.find(({ medicineId }) => medicineId?.name === 'Cetirizine')
    expect(reversals(server.calls)[0]?.path).toContain(lastSold?._id)
  })

  it('that failed is meant by the next press of its key, and not the sale before it', async () => {
    let isAway = true
    const { calls, history } = openSales([amoxicillin()], {
      [REVERSAL]: () => (isAway ? offline() : reverse()),
    })
    await sell(39)
    await sell(38)
    pressUndoKey()
    await screen.findByText('Failed to undo the transaction')
    screen.getByText('Sale of 1 × Amoxicillin 500 mg. Unable to connect to the server.')
    press('Try again')
    await expect.poll(() => reversals(calls).length).toBe(2)
    await screen.findByText('Failed to undo the transaction')
    isAway = false
    pressUndoKey()
    await screen.findByText('Transaction undone')
    expect(new Set(reversals(calls).map(({ path }) => path))).toEqual(
      new Set([`/api/transactions/${history[0]?._id}/reversal`]),
    )
    expect(new Set(reversals(calls).map(keyOf)).size).toBe(1)
  })

  it('that failed is not offered to whoever signs in next', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let hasArrived = false
    openSales([amoxicillin()], {
      [REVERSAL]: async () => {
        hasArrived = true
        await promise
        offline()
      },
    })
    await sell(39)
    pressUndoKey()
    await expect.poll(() => hasArrived).toBe(true)
    signInAs('admin')
    resolve()
    await screen.findByText('Failed to undo the transaction')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

const messages = () => within(screen.getByRole('region', { name: 'Messages' }))

/** Also of a message that waits behind a newer one. */
const undoButtons = () => messages().queryAllByRole('button', { name: 'Undo', hidden: true })

/** Shorter than the message stays. */
async function expectNoUndo() {
  await expect.poll(undoButtons).toEqual([])
  expect(screen.getByText('Transaction recorded successfully. New stock level: 39')).toBeTruthy()
}

describe('the message about a transaction', () => {
  it('loses its button when the history undoes it, and its key means the one before', async () => {
    const { calls, history } = openSales([amoxicillin()], { [REVERSAL]: reverse })
    await sell(39)
    await sell(38)
    const [newest] = await screen.findAllByRole('button', { name: 'Undo sale of Amoxicillin 500 mg' })
    fireEvent.click(newest as HTMLElement)
    press('Undo transaction')
    expect(await screen.findByText('Transaction undone')).toBeTruthy()
    await expect.poll(() => undoButtons().length).toBe(1)
    pressUndoKey()
    const undone = () => calls.filter(({ path }) => path.endsWith('/reversal')).map(({ path }) => path)
    await expect.poll(() => undone().length).toBe(2)
    expect(undone()[1]).toContain(history[1]?._id)
  })

  it('loses its button when another tab undoes it', async () => {
    const { history } = openSales([amoxicillin()])
    await sell(39)
    const otherTab = new BroadcastChannel('mms.sales.undone')
    otherTab.postMessage(history[0]?._id)
    await expectNoUndo()
    otherTab.close()
  })

  it('offers no other try where the undo was refused', async () => {
    openSales([amoxicillin()], { [REVERSAL]: () => problem(409, 'Only 0 units are in stock') })
    await sell(39)
    pressUndoKey()
    expect(await screen.findByText('Failed to undo the transaction')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expectNoUndo()
  })
})
