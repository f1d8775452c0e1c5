import { problem, signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  amoxicillin,
  build,
  button,
  form,
  keyOf,
  offline,
  openSales,
  posts,
  press,
  type Stubs,
  type,
} from '../../test/support.tsx'
import { outboxItemOf } from '../draft/submission.ts'

const REVERSAL = 'POST /api/transactions/:id/reversal'
const WITHDRAWAL = 'POST /api/transactions/withdrawal'
const undone = () => screen.findByText('Transaction undone')
const undoFailed = () => screen.findByText('Failed to undo the transaction')

/** The page, and which transactions are undone, in their order. */
function open(more: Stubs = {}, medicines = [amoxicillin()]) {
  const reverse = () => Response.json(build.transaction(), { status: 201 })
  const server = openSales(medicines, { [REVERSAL]: reverse, ...more })
  const reversals = () => server.calls.filter(({ path }) => path.endsWith('/reversal'))
  const undoneIds = () => reversals().map(({ path }) => path.split('/').at(-2))
  const idOf = (place: number) => server.history[place]?._id
  return Object.assign(server, { reversals, undoneIds, idOf })
}

async function order() {
  await form.choose('Amox')
  form.submit()
}

/** Sells one unit and expects this remaining stock. */
async function sell(left: number) {
  await order()
  await screen.findByText(`Transaction recorded successfully. New stock level: ${left}`)
}

const pressUndoKey = (more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'KeyZ', altKey: true, ...more })

describe('the undo of what was recorded', () => {
  it('stands in its message, and leaves the focus in the picker', async () => {
    const { calls, reversals, undoneIds, idOf } = open()
    await sell(39)
    fireEvent.mouseDown(button('Undo'))
    press('Undo')
    await undone()
    expect(undoneIds()).toEqual([idOf(0)])
    expect(keyOf(reversals()[0])).toBeTruthy()
    expect(keyOf(reversals()[0])).not.toBe(keyOf(posts(calls)[0]))
    expect(document.activeElement).toBe(form.picker())
  })

  it('is one key: the last one first, each once, and none while the key is held', async () => {
    const { undoneIds, idOf } = open()
    await sell(39)
    await sell(38)
    pressUndoKey()
    pressUndoKey({ repeat: true })
    await expect.poll(undoneIds).toEqual([idOf(0)])
    pressUndoKey()
    await expect.poll(undoneIds).toEqual([idOf(0), idOf(1)])
    pressUndoKey()
    await screen.findByText('Nothing to undo')
    expect(undoneIds()).toHaveLength(2)
    expect(document.activeElement).toBe(form.picker())
  })

  it('after a reload means what was recorded last, whichever answer came last', async () => {
    const medicines = [amoxicillin(), build.medicine({ name: 'Cetirizine', unitPrice: 3 })]
    for (const [index, medicine] of medicines.entries()) {
      const sale = { medicineId: medicine._id, type: 'sale' as const, quantity: 1, unitPrice: 3, note: '' }
      const at = `2026-11-20T10:0${index}:00.000Z`
      const kept = { userId: 'user-staff', at, state: 'waiting', attempts: 1, nextAt: 0 }
      const entry = { ...outboxItemOf(`key-${index}`, sale, medicine), ...kept }
      localStorage.setItem(`mms.outbox.user-staff.key-${index}`, JSON.stringify(entry))
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const server = open({}, medicines)
    server.onSale = async (call) => {
      if (keyOf(call) === 'key-0') await promise
      return server.record(call)
    }
    await expect.poll(() => server.history.length).toBe(1)
    resolve()
    await expect.poll(() => screen.queryAllByText(/^Transaction recorded successfully/).length).toBe(2)
    pressUndoKey()
    const lastSold = server.history.find(({ medicineId }) => medicineId?.name === 'Cetirizine')
    await expect.poll(server.undoneIds).toEqual([lastSold?._id])
  })

  it('that failed is meant by the next press of its key, and not the sale before it', async () => {
    let isAway = true
    const answer = () => (isAway ? offline() : Response.json(build.transaction(), { status: 201 }))
    const { reversals, undoneIds, idOf } = open({ [REVERSAL]: answer })
    await sell(39)
    await sell(38)
    pressUndoKey()
    await undoFailed()
    screen.getByText('Sale of 1 × Amoxicillin 500 mg. Unable to connect to the server.')
    press('Try again')
    await expect.poll(() => reversals().length).toBe(2)
    await undoFailed()
    isAway = false
    pressUndoKey()
    await undone()
    expect(undoneIds()).toEqual([idOf(0), idOf(0), idOf(0)])
    expect(new Set(reversals().map(keyOf)).size).toBe(1)
  })

  it('that failed is not offered to whoever signs in next', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { reversals } = open({ [REVERSAL]: () => promise.then(offline) })
    await sell(39)
    pressUndoKey()
    await expect.poll(reversals).toHaveLength(1)
    signInAs('admin')
    resolve()
    await undoFailed()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('the message about a transaction', () => {
  const messages = () => within(screen.getByRole('region', { name: 'Messages' }))
  /** Also of a message that waits behind a newer one. */
  const undoButtons = () => messages().queryAllByRole('button', { name: 'Undo', hidden: true })
  /** Shorter than the message stays. */
  async function expectNoUndo() {
    await expect.poll(undoButtons).toEqual([])
    screen.getByText('Transaction recorded successfully. New stock level: 39')
  }

  it('loses its button when the history undoes it, and its key means the one before', async () => {
    const { undoneIds, idOf } = open()
    await sell(39)
    await sell(38)
    const [newest] = await screen.findAllByRole('button', { name: 'Undo sale of Amoxicillin 500 mg' })
    fireEvent.click(newest as HTMLElement)
    press('Undo transaction')
    await undone()
    await expect.poll(undoButtons).toHaveLength(1)
    pressUndoKey()
    await expect.poll(undoneIds).toEqual([idOf(0), idOf(1)])
  })

  it('loses its button when another tab undoes it', async () => {
    const { idOf } = open()
    await sell(39)
    const otherTab = new BroadcastChannel('mms.sales.undone')
    otherTab.postMessage(idOf(0))
    await expectNoUndo()
    otherTab.close()
  })

  it('offers no other try where the undo was refused', async () => {
    open({ [REVERSAL]: () => problem(409, 'Only 0 units are in stock') })
    await sell(39)
    pressUndoKey()
    await undoFailed()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expectNoUndo()
  })
})

describe('the undo of what is not recorded yet', () => {
  const waitingList = () => screen.findByRole('region', { name: 'Waiting to be sent' })

  it('of what is still on its way comes when it has arrived, and takes nothing else in its place', async () => {
    const { history, hold, undoneIds, idOf } = open()
    await sell(39)
    const release = hold()
    await order()
    pressUndoKey()
    expect(undoneIds()).toEqual([])
    release()
    await undone()
    expect(undoneIds()).toEqual([idOf(0)])
    expect(history).toHaveLength(2)
    pressUndoKey()
    await expect.poll(undoneIds).toEqual([idOf(0), idOf(1)])
  })

  it('pressed while the answer takes longer than the form waits comes all the same when it has arrived', async () => {
    const { hold, undoneIds, idOf } = open()
    const release = hold()
    await form.choose('Amox')
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    form.submit()
    pressUndoKey()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await waitingList()
    expect(screen.queryByText('Not undone: it is still waiting to be recorded')).toBeNull()
    release()
    await undone()
    expect(undoneIds()).toEqual([idOf(0)])
  })

  it('is said to be off once a try to send it has failed', async () => {
    open().onSale = offline
    await order()
    pressUndoKey()
    await screen.findByText('Not undone: it is still waiting to be recorded')
  })

  it('of what waits in the browser discards it, and undoes nothing else instead', async () => {
    const answer = () => Response.json({ ...build.transaction(), status: 'cancelled' })
    const server = open({ [WITHDRAWAL]: answer })
    await sell(39)
    server.onSale = offline
    await order()
    await waitingList()
    pressUndoKey()
    await screen.findByText('Discarded: it is not recorded')
    expect(server.calls.filter(({ path }) => WITHDRAWAL.endsWith(path))).toHaveLength(1)
    expect(server.undoneIds()).toEqual([])
    pressUndoKey()
    await expect.poll(server.undoneIds).toHaveLength(1)
  })

  it('of a corrected one that waits discards that, and does not mean the sale before', async () => {
    const server = open({ [WITHDRAWAL]: offline })
    await sell(39)
    server.onSale = offline
    await order()
    await waitingList()
    press(/^Edit Sale/)
    await expect.poll(() => form.picker().value).toContain('Amox')
    type(form.field(/^Quantity/), '4')
    form.submit()
    await screen.findByText('Sale of 4 × Amoxicillin 500 mg')
    pressUndoKey()
    await screen.findByText('Will be discarded when the server answers')
    expect(server.undoneIds()).toEqual([])
  })

  it('after a refusal asks before it undoes the sale before', async () => {
    const server = open()
    await sell(39)
    server.onSale = () => problem(409, 'Only 0 are left')
    await order()
    await screen.findByText(/Only 0 are left/)
    pressUndoKey()
    await screen.findByText(/^Not recorded: Sale of/)
    expect(server.undoneIds()).toEqual([])
    pressUndoKey()
    await expect.poll(server.undoneIds).toHaveLength(1)
  })
})
