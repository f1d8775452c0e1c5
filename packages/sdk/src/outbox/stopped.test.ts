import { describe, expect, it, vi } from 'vitest'
import {
  accepted,
  BACK,
  buildItem,
  done,
  emptyOutbox,
  keep,
  keys,
  LOCATION,
  list,
  offline,
  pass,
  reload,
  SENT,
  sales,
  startSalesServer,
  user,
  waitingItem,
} from '../../test/outbox.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import type { OutboxItem } from './entry.ts'
import { outbox } from './outbox.ts'
import { entries } from './storage.ts'

const MINUTE = 60_000
const notices = emptyOutbox()
const only = () => list()[0]

/** An entry that has met errors for 15 minutes; `back` is what the server says when it is to be taken back. */
async function stop(back: () => unknown = () => ({ status: 'cancelled' })) {
  const server = { isBroken: true }
  const calls = stubApi({
    [SENT]: () => (server.isBroken ? problem(500, 'Out of order') : done()),
    [`POST ${BACK}`]: back,
  })
  keep()
  const item = await waitingItem()
  await pass(16 * MINUTE)
  expect(only()?.state).toBe('stopped')
  return { calls, item, server }
}

describe('an entry that meets only errors', () => {
  it.each([
    ['500', () => problem(500, 'Out of order')],
    ['no answer', offline],
  ])('is tried for 15 minutes, then waits for a decision: %s', async (_, fail) => {
    const calls = stubApi({ [SENT]: fail })
    keep()
    await outbox.submit(buildItem())
    await pass(14.5 * MINUTE)
    expect(only()?.state).toBe('waiting')
    expect(notices).toEqual([])
    await pass(1.5 * MINUTE)
    expect(only()?.state).toBe('stopped')
    expect(notices).toMatchObject([{ kind: 'error', text: expect.stringContaining('15 minutes') }])
    const { length } = calls
    window.dispatchEvent(new Event('online'))
    await pass(60 * MINUTE)
    expect(calls).toHaveLength(length)
  })

  it('counts on after a reload, and stays stopped after another', async () => {
    const calls = stubApi({ [SENT]: offline })
    await outbox.submit(buildItem())
    for (let minute = 0; minute < 16; minute += 1) {
      const { keepSending } = await import('./keep-sending.ts')
      const leave = keepSending()
      await pass(MINUTE)
      leave()
    }
    expect(only()?.state).toBe('stopped')
    const { length } = calls
    keep()
    await pass(MINUTE)
    expect(calls).toHaveLength(length)
  })

  it('is not stopped by a clock that was put forward, nor by a night in which the computer was off', async () => {
    stubApi({ [SENT]: offline })
    keep()
    await outbox.submit(buildItem())
    await pass(MINUTE)
    vi.setSystemTime(Date.now() + 12 * 60 * MINUTE)
    await pass(MINUTE)
    expect(only()?.state).toBe('waiting')
    expect(only()?.troubledMs).toBeLessThan(5 * MINUTE)
  })

  it('goes on, and stops, when the clock was put back', async () => {
    const calls = stubApi({ [SENT]: offline })
    await outbox.submit(buildItem())
    vi.setSystemTime(Date.now() - 12 * 60 * MINUTE)
    const { length } = calls
    keep()
    await pass(MINUTE)
    expect(calls.length).toBeGreaterThan(length + 2)
    await pass(16 * MINUTE)
    expect(only()?.state).toBe('stopped')
  })

  it('starts anew once the server has taken it', async () => {
    let isAway = true
    stubApi({ [SENT]: () => (isAway ? offline() : accepted()), [`GET ${LOCATION}`]: offline })
    keep()
    await waitingItem()
    await pass(10 * MINUTE)
    isAway = false
    await pass(30 * MINUTE)
    expect(only()?.state).toBe('accepted')
  })
})

describe('a stopped one', () => {
  it('that is tried again goes out at once with its key, and gets another 15 minutes', async () => {
    const { calls, item, server } = await stop()
    outbox.retry(item.key)
    await pass(14 * MINUTE)
    expect(only()?.state).toBe('waiting')
    server.isBroken = false
    await pass(MINUTE)
    expect(list()).toEqual([])
    expect(new Set(keys(calls))).toEqual(new Set([item.key]))
    expect(notices.at(-1)).toMatchObject({ kind: 'success' })
  })

  it.each(['cancelled', 'rejected'])('is gone once the server says that it is %s', async (status) => {
    const { calls, item } = await stop(() => ({ status }))
    expect(await outbox.withdraw(item.key, BACK)).toEqual({ status: 'withdrawn' })
    expect(list()).toEqual([])
    expect(calls.at(-1)).toMatchObject({ path: BACK, body: item.body })
    expect(keys(calls).at(-1)).toBe(item.key)
  })

  it('is neither retried nor taken back by somebody else', async () => {
    const { calls, item } = await stop()
    signInAs('admin')
    const { length } = calls
    outbox.retry(item.key)
    expect((await outbox.withdraw(item.key, BACK)).status).toBe('unknown')
    await pass(MINUTE)
    expect(calls).toHaveLength(length)
    expect(only()?.state).toBe('stopped')
  })
})

describe('one that the server cannot finish', () => {
  const stuck = { status: 'pending', stuckSince: '2026-11-21T10:00:00.000Z' }

  it.each([
    ['when it is looked at', () => accepted()],
    ['at once, as pending', () => accepted(stuck)],
    ['at once', () => accepted({ status: 'stuck' })],
    ['as an error', () => problem(500, 'Stuck', { code: 'sales.stuck' })],
  ])('is never told as lost, and heard of when it was mended: %s', async (_, first) => {
    let isMended = false
    stubApi({
      [SENT]: () => (isMended ? done() : first()),
      [`GET ${LOCATION}`]: () => (isMended ? { status: 'completed', newStockLevel: 8 } : stuck),
    })
    keep()
    await outbox.submit(buildItem())
    await pass(30 * MINUTE)
    expect(only()?.state).toBe('stuck')
    expect(notices).toMatchObject([{ kind: 'error', text: expect.stringContaining('administrator') }])
    isMended = true
    await pass(2 * MINUTE)
    expect(list()).toEqual([])
    expect(notices.at(-1)).toMatchObject({ kind: 'success', detail: 'New stock level: 8' })
  })
})

describe('one that replaces another', () => {
  async function edited(parts: Partial<OutboxItem> = {}) {
    const { server, calls } = startSalesServer()
    keep()
    const first = await waitingItem(parts)
    expect(await outbox.withdraw(first.key, BACK, { keep: true })).toEqual({ status: 'waiting' })
    const second = await waitingItem({ body: { quantity: 3 }, replaces: first.key, ...parts })
    return { server, calls, first, second }
  }

  it('goes out once the first is withdrawn, and not before', async () => {
    const { server, calls, first, second } = await edited()
    await pass(30_000)
    expect(keys(sales(calls))).not.toContain(second.key)
    server.isAway = false
    await pass(20_000)
    expect(list()).toEqual([])
    expect([...server.withdrawn, ...server.recorded]).toEqual([first.key, second.key])
    const order = keys(calls)
    expect(order.lastIndexOf(first.key)).toBeLessThan(order.indexOf(second.key))
    const third = buildItem({ body: { quantity: 9 }, replaces: first.key })
    expect((await outbox.submit(third)).status).toBe('done')
  })

  it('is held and asks where the first had been recorded after all', async () => {
    const { server, first, second } = await edited({ lane: 'replaced' })
    server.recorded.add(first.key)
    server.isAway = false
    await pass(20_000)
    expect(list()).toMatchObject([
      { key: first.key, state: 'recorded' },
      { key: second.key, state: 'stopped', problem: expect.stringContaining('already recorded') },
    ])
    outbox.forget(first.key)
    await pass(60_000)
    expect([...server.recorded]).toEqual([first.key])
    outbox.retry(second.key)
    await pass(1_000)
    expect([...server.recorded]).toEqual([first.key, second.key])
    expect(list()).toEqual([])
  })

  /** The entry in this state, as another tab left it. */
  function leave(key: string, state: 'recorded' | 'refused') {
    const left = { ...entries.find(user, key), state, withdrawal: undefined }
    localStorage.setItem(`mms.outbox.${user}.${key}`, JSON.stringify(left))
  }

  it('is held though the tab was closed between the outcome of the first and its own', async () => {
    const { server, first, second } = await edited()
    leave(first.key, 'recorded')
    server.recorded.add(first.key)
    server.isAway = false
    const again = await reload()
    again.forget(first.key)
    await pass(60_000)
    expect([...server.recorded]).toEqual([first.key])
    expect(list()).toMatchObject([{ key: second.key, state: 'stopped' }])
  })

  it('goes out though the tab was closed before the first, which is withdrawn, was taken away', async () => {
    const { server, first, second } = await edited()
    leave(first.key, 'refused')
    server.isAway = false
    await reload()
    await pass(20_000)
    expect([list(), [...server.recorded]]).toEqual([[], [second.key]])
  })

  it('is not tried by hand, may be discarded itself, and then the first is there again', async () => {
    const { server, calls, first, second } = await edited()
    outbox.retry(second.key)
    await pass(5_000)
    expect(keys(sales(calls))).not.toContain(second.key)
    await outbox.withdraw(second.key, BACK)
    server.isAway = false
    await pass(20_000)
    expect(keys(sales(calls))).not.toContain(second.key)
    expect([...server.withdrawn].sort()).toEqual([first.key, second.key].sort())
    expect(list()).toMatchObject([{ key: first.key, state: 'refused' }])
  })
})
