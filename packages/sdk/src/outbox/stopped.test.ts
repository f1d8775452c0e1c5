import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildItem, done, emptyOutbox, keep, keys, offline, pass, SENT, user } from '../../test/outbox.ts'
import { session } from '../session/session.ts'
import { signInAs } from '../test-support/render-page.tsx'
import { problem, stubApi } from '../test-support/stub-api.ts'
import { outbox } from './outbox.ts'
import { entries } from './storage.ts'

const BACK = '/api/transactions/withdrawal'
const MINUTE = 60_000
const notices = emptyOutbox()
const only = () => entries.list(user)[0]

/** An entry that has met errors for 15 minutes; `back` is what the server says when it is to be taken back. */
async function stop(back: () => unknown = () => ({ status: 'cancelled' })) {
  const server = { isBroken: true }
  const calls = stubApi({
    [SENT]: () => (server.isBroken ? problem(500, 'Out of order') : done()),
    [`POST ${BACK}`]: back,
  })
  keep()
  const item = buildItem()
  await outbox.submit(item)
  await pass(16 * MINUTE)
  expect(only()?.state).toBe('stopped')
  return { calls, item, server }
}

describe('an entry that meets only errors', () => {
  it.each([
    ['500', () => problem(500, 'Out of order')],
    ['503', () => problem(503, 'Away')],
    ['no answer', offline],
    ['a proxy’s error in JSON of its own', () => Response.json({ message: 'Bad gateway' }, { status: 502 })],
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
    stubApi({
      [SENT]: () =>
        isAway
          ? offline()
          : Response.json(
              { status: 'pending' },
              { status: 202, headers: { location: '/api/transactions/t1' } },
            ),
      'GET /api/transactions/t1': offline,
    })
    keep()
    await outbox.submit(buildItem())
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
    expect(entries.list(user)).toEqual([])
    expect(new Set(keys(calls))).toEqual(new Set([item.key]))
    expect(notices.at(-1)).toMatchObject({ kind: 'success' })
  })

  it('waits to be made again where that is asked for', async () => {
    const { item } = await stop()
    expect(await outbox.withdraw(item.key, BACK, { keep: true })).toEqual({ status: 'withdrawn' })
    expect(only()).toMatchObject({ state: 'refused', problem: 'It was withdrawn' })
    outbox.forget(item.key)
    expect(entries.list(user)).toEqual([])
  })

  it.each(['cancelled', 'rejected'])('is gone once the server says that it is %s', async (status) => {
    const { calls, item } = await stop(() => ({ status }))
    expect(await outbox.withdraw(item.key, BACK)).toEqual({ status: 'withdrawn' })
    expect(entries.list(user)).toEqual([])
    expect(calls.at(-1)).toMatchObject({ path: BACK, body: item.body })
    expect(keys(calls).at(-1)).toBe(item.key)
  })

  it('is neither retried nor taken back by somebody else', async () => {
    const { calls, item } = await stop()
    session.end('here')
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
  const location = '/api/transactions/t1'
  const accepted = () => Response.json({ status: 'pending' }, { status: 202, headers: { location } })

  it.each([
    ['when it is looked at', accepted],
    [
      'at once, as pending',
      () =>
        Response.json(
          { status: 'pending', stuckSince: '2026-11-21T10:00:00.000Z' },
          { status: 202, headers: { location } },
        ),
    ],
    ['at once', () => Response.json({ status: 'stuck' }, { status: 202, headers: { location } })],
    ['as an error', () => problem(500, 'Stuck', { code: 'sales.stuck' })],
  ])('is never told as lost, and heard of when it was mended: %s', async (_, first) => {
    let isMended = false
    stubApi({
      [SENT]: () => (isMended ? done() : first()),
      [`GET ${location}`]: () =>
        isMended
          ? { status: 'completed', newStockLevel: 8 }
          : { status: 'pending', stuckSince: '2026-11-21T10:00:00.000Z' },
    })
    keep()
    await outbox.submit(buildItem())
    await pass(30 * MINUTE)
    expect(only()?.state).toBe('stuck')
    expect(notices).toMatchObject([{ kind: 'error', text: expect.stringContaining('administrator') }])
    isMended = true
    await pass(2 * MINUTE)
    expect(entries.list(user)).toEqual([])
    expect(notices.at(-1)).toMatchObject({ kind: 'success', detail: 'New stock level: 8' })
  })
})

it('an answer that comes after somebody else has signed in is not told to them', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  stubApi({ [SENT]: () => promise })
  onTestFinished(() => session.end('here'))
  void outbox.submit(buildItem())
  await pass(5_000)
  signInAs('admin')
  resolve(done())
  await pass(0)
  expect(entries.list(user)).toEqual([])
  expect(notices).toEqual([])
})
