import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  amoxicillin,
  build,
  form,
  offline,
  openSales,
  press,
  pressUndoKey,
  REVERSAL,
  reversals,
  reverse,
  SENT,
  sell,
  type,
} from '../../test/support.tsx'

describe('the undo of what is not recorded yet', () => {
  it('of what is still on its way comes when it has arrived, and takes nothing else in its place', async () => {
    let arrived = Promise.resolve()
    const server = openSales([amoxicillin()], {
      [REVERSAL]: reverse,
      [SENT]: async (call: StubbedCall) => {
        await arrived
        return server.record(call)
      },
    })
    await sell(39)
    const { promise, resolve } = Promise.withResolvers<void>()
    arrived = promise
    await form.choose('Amox')
    form.submit()
    pressUndoKey()
    expect(reversals(server.calls)).toHaveLength(0)
    resolve()
    await screen.findByText('Transaction undone')
    expect(reversals(server.calls).map(({ path }) => path)).toEqual([
      `/api/transactions/${server.history[0]?._id}/reversal`,
    ])
    expect(server.history).toHaveLength(2)
    pressUndoKey()
    await expect.poll(() => reversals(server.calls).length).toBe(2)
    expect(reversals(server.calls)[1]?.path).toContain(server.history[1]?._id)
  })

  it('pressed while the answer takes longer than the form waits comes all the same when it has arrived', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const server = openSales([amoxicillin()], {
      [REVERSAL]: reverse,
      [SENT]: async (call: StubbedCall) => {
        await promise
        return server.record(call)
      },
    })
    await form.choose('Amox')
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    form.submit()
    pressUndoKey()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByRole('region', { name: 'Waiting to be sent' })).toBeTruthy()
    expect(screen.queryByText('Not undone: it is still waiting to be recorded')).toBeNull()
    resolve()
    await screen.findByText('Transaction undone')
    expect(reversals(server.calls)).toHaveLength(1)
  })

  it('is said to be off once a try to send it has failed', async () => {
    openSales([amoxicillin()], { [REVERSAL]: reverse, [SENT]: () => offline() })
    await form.choose('Amox')
    form.submit()
    pressUndoKey()
    expect(await screen.findByText('Not undone: it is still waiting to be recorded')).toBeTruthy()
  })

  it('of what waits in the browser discards it, and undoes nothing else instead', async () => {
    let isAway = false
    const withdrawal = 'POST /api/transactions/withdrawal'
    const server = openSales([amoxicillin()], {
      [REVERSAL]: reverse,
      [SENT]: (call: StubbedCall) => (isAway ? offline() : server.record(call)),
      [withdrawal]: () => Response.json({ ...build.transaction(), status: 'cancelled' }),
    })
    await sell(39)
    isAway = true
    await form.choose('Amox')
    form.submit()
    await screen.findByRole('region', { name: 'Waiting to be sent' }, { timeout: 8_000 })
    pressUndoKey()
    await screen.findByText('Discarded: it is not recorded')
    expect(server.calls.filter(({ path }) => withdrawal.endsWith(path))).toHaveLength(1)
    expect(reversals(server.calls)).toHaveLength(0)
    pressUndoKey()
    await expect.poll(() => reversals(server.calls)).toHaveLength(1)
  })

  it('of a corrected one that waits discards that, and does not mean the sale before', async () => {
    let isAway = false
    const server = openSales([amoxicillin()], {
      [REVERSAL]: reverse,
      [SENT]: (call: StubbedCall) => (isAway ? offline() : server.record(call)),
      'POST /api/transactions/withdrawal': () => offline(),
    })
    await sell(39)
    isAway = true
    await form.choose('Amox')
    form.submit()
    await screen.findByRole('region', { name: 'Waiting to be sent' })
    press(/^Edit Sale/)
    await expect.poll(() => form.picker().value).toContain('Amox')
    type(form.field(/^Quantity/), '4')
    form.submit()
    await screen.findByText('Sale of 4 × Amoxicillin 500 mg')
    pressUndoKey()
    await screen.findByText('Will be discarded when the server answers', {}, { timeout: 8_000 })
    expect(reversals(server.calls)).toHaveLength(0)
  })

  it('after a refusal asks before it undoes the sale before', async () => {
    let isRefusing = false
    const server = openSales([amoxicillin()], {
      [REVERSAL]: reverse,
      [SENT]: (call: StubbedCall) => (isRefusing ? problem(409, 'Only 0 are left') : server.record(call)),
    })
    await sell(39)
    isRefusing = true
    await form.choose('Amox')
    form.submit()
    await screen.findByText(/Only 0 are left/)
    pressUndoKey()
    await screen.findByText(/^Not recorded: Sale of/)
    expect(reversals(server.calls)).toHaveLength(0)
    pressUndoKey()
    await expect.poll(() => reversals(server.calls)).toHaveLength(1)
  })
})
